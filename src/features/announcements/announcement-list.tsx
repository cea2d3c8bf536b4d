import type { ReactNode } from 'react';
import type { Announcement } from '../../../contract/resources/announcements.ts';
import { FoldedText } from '../../ui/text/folded-text.tsx';
import styles from './announcement-list.module.css';

/** Announcements one below the other; `level` is that of their headings. */
export function AnnouncementList({ announcements, level }: { announcements: readonly Announcement[]; level: 2 | 3 }): ReactNode {
  const Heading = `h${level}` as const;
  return (
    <ul className={styles['list']}>
      {announcements.map(({ id, title, content }) => (
        <li key={id}>
          <article className={styles['card']}>
            <Heading>{title}</Heading>
            <FoldedText text={content} />
          </article>
        </li>
      ))}
    </ul>
  );
}
