import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Participant } from '#contract/resources/participants.ts';
import { photos } from '#contract/resources/photos.ts';
import { may } from '#contract/roles.ts';
import { DeleteRow } from '#commands/delete-row.tsx';
import type { Formats } from '#i18n/formats.ts';
import { useActor } from '#sync/react/hooks.tsx';
import { ReportRow } from '#commands/moderation/report-row.tsx';
import { excerpt } from '#ui/text/excerpt.ts';
import { FoldedText } from '#ui/text/folded-text.tsx';
import { fromBelow } from '#ui/overlays/over-page.ts';
import { PhotoFacts } from './photo-facts.tsx';
import styles from './photo-card.module.css';
import { Picture } from '#pictures/picture.tsx';
import type { StoredPhoto } from './read-photos.ts';
import { UploadBar } from '#pictures/upload-bar.tsx';
import { UploadDelay } from '#pictures/upload-delay.tsx';

interface PhotoCardProps {
  photo: StoredPhoto;
  href: string;
  sharer: Participant | undefined;
  formats: Formats;
  onDeleted: () => void;
}

export function PhotoCard({ photo, href, sharer, formats, onDeleted }: PhotoCardProps): ReactNode {
  const { t } = useTranslation();
  const actor = useActor();
  const pending = photo.$pending ?? [];
  return (
    <article className={styles.card} aria-label={photo.description}>
      <Link href={href} state={fromBelow} className={styles.open} aria-label={t('photo_item.open', { description: photo.description })}>
        <Picture name={photo.url} alt="" />
      </Link>
      <UploadBar pending={pending} />
      <div className={styles.words}>
        <FoldedText text={photo.description} />
        <PhotoFacts photo={photo} sharer={sharer} formats={formats} />
        <UploadDelay pending={pending} />
        <div className={styles.actions}>
          {may(actor, 'author', photo) && <DeletePhoto photo={photo} onDeleted={onDeleted} />}
          <ReportRow resource="photos" row={photo} about={excerpt(photo.description)} />
        </div>
      </div>
    </article>
  );
}

function DeletePhoto({ photo, onDeleted }: { photo: StoredPhoto; onDeleted: () => void }): ReactNode {
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
