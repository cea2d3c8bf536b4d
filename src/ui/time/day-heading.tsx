import type { ReactNode } from 'react';
import type { Formats } from '../../i18n/formats.ts';
import styles from './day-heading.module.css';

/** What a day of a `DayBar` begins with; it stays below the bar while its day is looked at. `instant` is one of that day (ISO 8601, UTC). */
export function DayHeading({ id, instant, formats }: { id: string; instant: string; formats: Formats }): ReactNode {
  return (
    <h2 id={id} tabIndex={-1} className={styles['heading']}>
      {formats.longDate(instant)}
    </h2>
  );
}
