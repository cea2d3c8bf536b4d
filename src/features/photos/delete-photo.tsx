import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { photos } from '#contract/resources/photos.ts';
import { DeleteRow } from '#commands/delete-row.tsx';
import { excerpt } from '#ui/text/excerpt.ts';
import type { StoredPhoto } from './read-photos.ts';

export function DeletePhoto({ photo, onDeleted }: { photo: StoredPhoto; onDeleted: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <DeleteRow
      resource={photos}
      row={photo}
      action={t('photo_item.delete')}
      about={excerpt(photo.description)}
      title={t('photo_item.delete_title')}
      text={t('chat_item.delete_text')}
      error={t('photo_item.delete_error')}
      onDeleted={onDeleted}
    />
  );
}
