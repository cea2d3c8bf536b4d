import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { clock } from '#i18n/clock.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import badge from '#ui/theme/badge.module.css';
import styles from './admin-announcements.module.css';
import type { AdminAnnouncement } from './use-admin-announcements.ts';

/** Shows if members see an announcement, and since when: "live" only if the server has published it. */
export function AnnouncementState({ event, row, waiting, live }: AdminAnnouncement & { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const { clock: time, dateTime, dayKey } = useFormats(event);
  const at = (instant: string): string =>
    dayKey(instant) === dayKey(new Date(clock.now()).toISOString()) ? time(instant) : dateTime(instant);
  const state = (): string => {
    if (row.active && !live) return t('admin_announcements.soon_live');
    if (live && !row.active) return t('admin_announcements.still_live');
    if (!live) return t('admin_announcements.is_inactive');
    // Rows that an earlier version of the app stored have no time.
    return row.activatedAt ? t('admin_announcements.live_since', { time: at(row.activatedAt) }) : t('admin_announcements.is_active');
  };
  return (
    <p className={styles.state}>
      <span className={row.active && live ? badge.badge : styles.draft}>{state()}</span>
      {!row.active && !live && row.activatedAt && (
        <span className={styles.dim}>{t('admin_announcements.was_live', { time: at(row.activatedAt) })}</span>
      )}
      {waiting && <WaitingMark />}
    </p>
  );
}
