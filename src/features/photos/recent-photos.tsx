import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Picture } from '#pictures/picture.tsx';
import { newestPhotos } from './read-photos.ts';
import styles from './recent-photos.module.css';

const defaultCount = 1;

export function RecentPhotos({ event, count = defaultCount }: { event: EventRow; count: number | undefined }): ReactNode {
  const { t } = useTranslation();
  const recent = useLive((db) => newestPhotos(db, event.id, 0, count), [event.id, count]);
  if (!recent || recent.length === 0) return null;
  return (
    <Section title={t('photos.recent')} href="/pictures">
      <ul className={styles.recent}>
        {recent.map(({ id, url, description }) => (
          <li key={id}>
            <Link href={`/pictures/photo/${id}`} className={styles.photo}>
              <Picture name={url} alt="" />
              <span className={recent.length > 1 ? 'visually-hidden' : styles.description}>{description}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
