import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Participant } from '#contract/resources/participants.ts';
import type { Formats } from '#i18n/formats.ts';
import { Picture } from '#pictures/picture.tsx';
import { UploadBar, UploadDelay } from '#pictures/upload-progress.tsx';
import { FoldedText } from '#ui/text/folded-text.tsx';
import { fromBelow } from '#ui/overlays/over-page.ts';
import { PhotoFacts } from './photo-facts.tsx';
import { PhotoMenu } from './photo-menu.tsx';
import styles from './photo-card.module.css';
import type { StoredPhoto } from './read-photos.ts';

interface PhotoCardProps {
  photo: StoredPhoto;
  href: string;
  sharer: Participant | undefined;
  formats: Formats;
  onDeleted: () => void;
}

export function PhotoCard({ photo, href, sharer, formats, onDeleted }: PhotoCardProps): ReactNode {
  const { t } = useTranslation();
  const pending = photo.$pending ?? [];
  return (
    <article className={styles.card} aria-label={photo.description}>
      <Link
        href={href}
        state={fromBelow}
        transition
        className={styles.open}
        data-opens="picture"
        aria-label={t('photo_item.open', { description: photo.description })}
      >
        <Picture name={photo.url} alt="" />
      </Link>
      <UploadBar pending={pending} />
      <div className={styles.words}>
        <div className={styles.text}>
          <FoldedText text={photo.description} />
          <PhotoFacts photo={photo} sharer={sharer} formats={formats} />
          <UploadDelay pending={pending} />
        </div>
        <PhotoMenu photo={photo} onDeleted={onDeleted} />
      </div>
    </article>
  );
}
