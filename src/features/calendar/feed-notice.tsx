import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#contract/roles.ts';
import { momentText } from '#i18n/formats.ts';
import { useActiveEvent, useActor } from '#sync/react/hooks.tsx';
import styles from './feed-notice.module.css';
import { useCalendarFeed } from './use-calendar.ts';

/** Shows that the calendar may be outdated because its feed cannot be read; admins see the reason. */
export function FeedNotice(): ReactNode {
  const { t, i18n } = useTranslation();
  const actor = useActor();
  const event = useActiveEvent();
  const feed = useCalendarFeed();
  if (!feed || feed.problem === null) return null;
  const { readAt, problem, detail } = feed;
  return (
    <div className={styles.notice} role="status">
      <p>
        {readAt === null
          ? t('calendar.never_read')
          : t('calendar.behind_since', { time: momentText(Date.parse(readAt), i18n.language, true) })}
      </p>
      {may(actor, 'event-admin', { eventId: event?.id }) && (
        <p className={styles.why}>
          {t(`calendar.problem.${problem}`)}
          {detail !== null && ` (${detail})`}
        </p>
      )}
    </div>
  );
}
