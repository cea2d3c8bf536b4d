import { Dexie } from 'dexie';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '#contract/resources/announcements.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useLive } from '#sync/react/hooks.tsx';
import badges from '#ui/theme/badge.module.css';
import { Beginning, FoldedText } from '#ui/text/folded-text.tsx';
import { Moment } from '#ui/time/moment.tsx';
import { useNow } from '#ui/time/use-now.ts';
import styles from './announcement-list.module.css';
import { useNewAnnouncements } from './use-announcement-news.ts';

/** Returns the active announcements of an event, newest first; undefined until they are read. Mirrors of admins also have inactive ones. */
export function useAnnouncements(eventId: number | undefined): Announcement[] | undefined {
  return useLive<Announcement[] | undefined>(
    (db) =>
      eventId === undefined
        ? undefined
        : db
            .mirror('announcements')
            .where('[eventId+order]')
            .between([eventId, Dexie.minKey], [eventId, Dexie.maxKey])
            .reverse()
            .filter(({ active }) => active)
            .toArray(),
    [eventId],
  );
}

interface AnnouncementListProps {
  event: EventRow;
  announcements: readonly Announcement[];
  level: 2 | 3;
  /** True to show only the beginnings. */
  brief?: boolean;
}

/** Lists announcements with their times; new ones are marked until they are shown in full. */
export function AnnouncementList({ event, announcements, level, brief = false }: AnnouncementListProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const now = useNow(60_000);
  const fresh = useNewAnnouncements(event.id, !brief);
  const Heading = `h${level}` as const;
  return (
    <ul className={brief ? styles.brief : styles.list}>
      {announcements.map(({ id, title, content, activatedAt }) => (
        <li key={id}>
          <article className={styles.announcement} data-row={id}>
            <div className={styles.head}>
              {fresh.has(id) && <span className={badges.now}>{t('announcements.new')}</span>}
              {activatedAt && <Moment at={activatedAt} formats={formats} now={now} />}
            </div>
            <Heading className={styles.title}>{title}</Heading>
            {brief ? <Beginning text={content} lines={1} /> : <FoldedText text={content} />}
          </article>
        </li>
      ))}
    </ul>
  );
}
