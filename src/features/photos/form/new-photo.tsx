import Camera from 'lucide-react/icons/camera';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { useHasDraft } from '../use-photos.ts';
import { PhotoForm } from './photo-form.tsx';

export function NewPhoto({ eventId, onShared }: { eventId: number; onShared: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <FormBehindButton icon={<Camera aria-hidden="true" />} label={t('photo_upload.open')} hasDraft={useHasDraft(eventId)}>
      {(close) => (
        <PhotoForm
          eventId={eventId}
          onClose={close}
          onShared={() => {
            close();
            onShared();
          }}
        />
      )}
    </FormBehindButton>
  );
}
