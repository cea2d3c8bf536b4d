import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formats } from '#i18n/formats.ts';
import styles from './agenda.module.css';

/** Separates the entries that have begun from the others. It takes no room, so no row moves with it. */
export function NowLine({ now, formats }: { now: number; formats: Formats }): ReactNode {
  const { t } = useTranslation();
  const instant = new Date(now).toISOString();
  return (
    <p className={styles.now} data-now>
      <span className="visually-hidden">{t('schedule.now')}: </span>
      <time dateTime={instant} className={styles.nowTime}>
        {formats.clock(instant)}
      </time>
    </p>
  );
}
