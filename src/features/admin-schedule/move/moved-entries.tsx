import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formats } from '#i18n/formats.ts';
import styles from '../wide-dialog.module.css';
import type { MovedEntry } from './moved-day.ts';

export function MovedEntries({ entries, formats }: { entries: readonly MovedEntry[]; formats: Formats }): ReactNode {
  const { t } = useTranslation();
  return (
    <ul className={styles.list} aria-label={t('admin_schedule.move.preview')}>
      {entries.map((entry) => {
        const { row } = entry;
        const isMoved = entry.kind === 'moved' && (entry.startDate !== row.startDate || entry.endDate !== row.endDate);
        return (
          <li key={row.id} className={styles.step}>
            <span className={styles.title}>{row.title}</span>
            <span className={styles.line}>
              <span className={isMoved ? styles.before : undefined}>{formats.span(row.startDate, row.endDate)}</span>
              {isMoved && (
                <>
                  {' '}
                  <span aria-hidden="true">→</span> <span>{formats.span(entry.startDate, entry.endDate)}</span>
                </>
              )}
            </span>
            {entry.kind === 'wrong' && (
              <span className={`${styles.line} ${styles.wrong}`}>{t(`admin_schedule.import.problem_${entry.problem}`)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
