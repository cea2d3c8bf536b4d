import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formats } from '../../i18n/formats.ts';
import styles from './day-heading.module.css';

/** What a day of a `DayBar` begins with; it stays below the bar while its day is looked at. `instant` is one of that day (ISO 8601, UTC). */
export function DayHeading({ id, instant, formats }: { id: string; instant: string; formats: Formats }): ReactNode {
  const { i18n } = useTranslation();
  return (
    <h2 id={id} tabIndex={-1} className={styles['heading']} lang={formats.locale.startsWith(i18n.language) ? undefined : formats.locale}>
      {formats.longDate(instant)}
    </h2>
  );
}
