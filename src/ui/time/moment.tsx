import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formats, recentText } from '#i18n/formats.ts';
import styles from './moment.module.css';

/** The age of a message within a day, else its date. `at` is an instant (ISO 8601, UTC), `now` in ms since the epoch. */
export function Moment({ at, formats, now }: { at: string; formats: Formats; now: number }): ReactNode {
  const { i18n } = useTranslation();
  const exact = formats.dateTime(at);
  return (
    <time className={styles.moment} dateTime={at} title={exact} data-ages>
      {recentText(Date.parse(at), now, i18n.language) ?? exact}
    </time>
  );
}
