import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formats } from '#i18n/formats.ts';
import styles from '../schedule.module.css';
import { movedParts, type ScheduleNews } from './use-schedule-news.ts';

export function NewsMark({ news, formats }: { news: ScheduleNews | undefined; formats: Formats }): ReactNode {
  const { t } = useTranslation();
  if (!news || news.kind === 'cancelled') return null;
  if (news.kind === 'new') return <p className={styles.mark}>{t('schedule_news.new')}</p>;
  const { before } = news;
  const moved = movedParts(before, news.after);
  return (
    <p className={styles.mark}>
      {t('schedule_news.moved')}
      {moved.time && <PreviousText text={formats.span(before.startDate, before.endDate)} />}
      {moved.place && <PreviousText text={before.locationName} />}
    </p>
  );
}

/** Shows an outdated text with a label, because screen readers do not read a line through it. */
export function PreviousText({ text }: { text: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <span className="visually-hidden">{t('schedule_news.was')}</span>
      <s className={styles.was}>{text}</s>
    </>
  );
}
