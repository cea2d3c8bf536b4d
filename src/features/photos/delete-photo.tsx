import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { photos } from '../../../contract/resources/photos.ts';
import { useSync } from '../../sync/react/hooks.tsx';
import { DeleteButton } from '../../ui/actions/delete-button.tsx';
import { excerpt } from '../../ui/text/excerpt.ts';
import type { StoredPhoto } from './read-photos.ts';

/** Asks, then deletes a photo. */
export function DeletePhoto({ photo, onDeleted }: { photo: StoredPhoto; onDeleted: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  return (
    <DeleteButton
      action={t('photo_item.delete')}
      about={excerpt(photo.description)}
      title={t('photo_item.delete_title')}
      text={t('chat_item.delete_text')}
      onDelete={() => client.execute(photos, 'remove', {}, { id: photo.id, eventId: photo.eventId })}
      error={t('photo_item.delete_error')}
      onDeleted={onDeleted}
    />
  );
}
