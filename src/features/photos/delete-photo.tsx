import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { photos } from '../../../contract/resources/photos.ts';
import { useSync } from '../../sync/hooks.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toasts.ts';
import type { StoredPhoto } from './read-photos.ts';

/** Asks, then deletes a photo. */
export function DeletePhoto({ photo, onDeleted }: { photo: StoredPhoto; onDeleted: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [asking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    setAsking(false);
    try {
      await client.execute(photos, 'remove', {}, { id: photo.id, eventId: photo.eventId });
      onDeleted();
    } catch {
      toast(t('photo_item.delete_error'), 'error');
    }
  };
  return (
    <>
      <Button look="subtle" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {t('photo_item.delete')}
      </Button>
      {asking && (
        <Confirm
          title={t('photo_item.delete_title')}
          text={t('chat_item.delete_text')}
          action={t('photo_item.delete')}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
