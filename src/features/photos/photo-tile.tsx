import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Picture } from '#pictures/picture.tsx';
import { UploadBar } from '#pictures/upload-bar.tsx';
import { UploadDelay } from '#pictures/upload-delay.tsx';
import { fromBelow } from '#ui/overlays/over-page.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './photo-tile.module.css';
import type { StoredPhoto } from './read-photos.ts';

export function PhotoTile({ photo: { url, description, $pending = [] }, href }: { photo: StoredPhoto; href: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <article className={styles.tile} aria-label={description}>
      <Link href={href} state={fromBelow} className={styles.open} aria-label={t('photo_item.open', { description })}>
        <Picture name={url} alt="" />
      </Link>
      <UploadBar pending={$pending} />
      {$pending.length > 0 && <WaitingMark />}
      <UploadDelay pending={$pending} />
    </article>
  );
}
