import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { Formats } from '#i18n/formats.ts';
import styles from './before.module.css';
import type { ScheduleNews } from './use-schedule-news.ts';

/** The time and place before an unseen change, as far as they changed. */
export function Before({ news, formats }: { news: ScheduleNews | undefined; formats: Formats }): ReactNode {
  if (news?.kind !== 'moved') return null;
  const { before, after } = news;
  const moved = movedParts(before, after);
  return (
    <>
      {moved.time && <PreviousText text={formats.span(before.startDate, before.endDate)} />}
      {moved.place && <PreviousText text={before.locationName} />}
    </>
  );
}

/** Shows an outdated text with a label, because screen readers do not read a line through it. */
export function PreviousText({ text }: { text: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <span>
      <span className="visually-hidden">{t('schedule_news.was')}</span>
      <s className={styles.was}>{text}</s>
    </span>
  );
}

/** Returns which of time and place changed. */
export function movedParts(before: ScheduleEntry, after: ScheduleEntry): { time: boolean; place: boolean } {
  return {
    time: before.startDate !== after.startDate || before.endDate !== after.endDate,
    place: before.locationName !== after.locationName,
  };
}
