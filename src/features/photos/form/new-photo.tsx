import Camera from 'lucide-react/icons/camera';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/look/button.tsx';
import { useFormOpen } from '../../../ui/forms/use-form-open.ts';
import { PhotoForm } from './photo-form.tsx';
import { useHasDraft } from '../use-photos.ts';

/** The form for a new photo, behind a button until it is wanted. */
export function NewPhoto({ eventId, onShared }: { eventId: number; onShared: () => void }): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useFormOpen(false, useHasDraft(eventId));
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} look={open ? 'plain' : 'primary'} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Camera aria-hidden="true" />
        {t(open ? 'photo_upload.close' : 'photo_upload.open')}
      </Button>
      {open && (
        <PhotoForm
          eventId={eventId}
          onClose={close}
          onShared={() => {
            close();
            onShared();
          }}
        />
      )}
    </>
  );
}
