import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#contract/roles.ts';
import { RowMenu } from '#commands/moderation/row-menu.tsx';
import { useActor } from '#sync/react/hooks.tsx';
import { excerpt } from '#ui/text/excerpt.ts';
import type { StoredPhoto } from './read-photos.ts';

/** Reports or deletes a photo. */
export function PhotoMenu({ photo, onDeleted }: { photo: StoredPhoto; onDeleted: () => void }): ReactNode {
  const { t } = useTranslation();
  const actor = useActor();
  const about = excerpt(photo.description);
  return (
    <RowMenu
      resource="photos"
      row={photo}
      about={about}
      label={t('photo_item.more', { description: about })}
      mayDelete={may(actor, 'author', photo)}
      deletion={{
        resource: 'photos',
        action: t('photo_item.delete'),
        title: t('photo_item.delete_title'),
        text: t('chat_item.delete_text'),
        error: t('photo_item.delete_error'),
        onDeleted,
      }}
    />
  );
}
