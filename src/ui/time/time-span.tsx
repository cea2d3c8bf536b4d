import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formats } from '#i18n/formats.ts';
import styles from './time-span.module.css';

interface TimeSpanProps {
  /** Instants, ISO 8601 in UTC. */
  entry: { startDate: string; endDate: string };
  formats: Formats;
  /** The present moment (ms since the epoch): the day is added if it is another one. */
  today?: number;
}

/** Start and end in the zone of the event, with the phone's own time added only if it differs. */
export function TimeSpan({ entry, formats, today }: TimeSpanProps): ReactNode {
  const { t } = useTranslation();
  const { startDate, endDate } = entry;
  const start = formats.clockHere(startDate);
  const end = formats.clockHere(endDate);
  const notToday = today !== undefined && formats.dayKey(startDate) !== formats.dayKey(new Date(today).toISOString());
  const otherDay = formats.dayKey(startDate) !== formats.dayKey(endDate);
  return (
    <p className={styles.span}>
      <span className={styles.time}>
        <time dateTime={startDate}>
          {notToday && <span className={styles.day}>{formats.shortDay(startDate)} </span>}
          {formats.clock(startDate)}
        </time>{' '}
        –{' '}
        <time dateTime={endDate}>
          {otherDay && <span className={styles.day}>{formats.shortDay(endDate)} </span>}
          {formats.clock(endDate)}
        </time>
      </span>
      {start !== null && end !== null && <span className={styles.here}>{t('schedule.your_time', { time: `${start} – ${end}` })}</span>}
    </p>
  );
}
