import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Picture } from '#pictures/picture.tsx';
import { UploadBar, UploadDelay } from '#pictures/upload-progress.tsx';
import { fromBelow } from '#ui/overlays/over-page.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './photo-grid.module.css';
import type { StoredPhoto } from './read-photos.ts';

/** A photo as a square of the grid; its description is for screen readers, and visible in full size. */
export function PhotoCell({ photo: { url, description, $pending = [] }, href }: { photo: StoredPhoto; href: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <article className={styles.cell} aria-label={description} data-opens="picture">
      <Link href={href} state={fromBelow} transition className={styles.open} aria-label={t('photo_item.open', { description })}>
        <Picture name={url} alt={description} />
      </Link>
      {$pending.length > 0 && (
        <div className={styles.state}>
          <UploadBar pending={$pending} />
          <WaitingMark />
          <UploadDelay pending={$pending} />
        </div>
      )}
    </article>
  );
}
