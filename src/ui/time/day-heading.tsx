import type { ReactNode } from 'react';
import type { Formats } from '#i18n/formats.ts';
import styles from './day-heading.module.css';

/** The heading of a day of a `DayBar`; it sticks below the bar while the day is visible. `instant` is in that day (ISO 8601, UTC). */
export function DayHeading({ id, instant, formats }: { id: string; instant: string; formats: Formats }): ReactNode {
  return (
    <h2 id={id} tabIndex={-1} className={styles.heading}>
      {formats.longDate(instant)}
    </h2>
  );
}
