import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryStatus } from './entry-status.ts';
import type { ScheduleNews } from './news/use-schedule-news.ts';
import styles from './state-pills.module.css';

interface StatePillsProps {
  status: EntryStatus;
  isNext: boolean;
  news: ScheduleNews | undefined;
}

/** The state of an entry in time, and its unseen change. */
export function StatePills({ status, isNext, news }: StatePillsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {status === 'past' && <span className="visually-hidden">{t('schedule.status_past')} </span>}
      {status === 'ongoing' && <span className={styles.now}>{t('schedule.status_ongoing')}</span>}
      {status === 'next' && isNext && <span className={styles.pill}>{t('schedule.status_next')}</span>}
      {news && <span className={styles.news}>{t(`schedule_news.${news.kind}`)}</span>}
    </>
  );
}
