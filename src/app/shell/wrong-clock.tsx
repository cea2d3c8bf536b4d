import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { momentText } from '#i18n/formats.ts';
import { useNow } from '#ui/time/use-now.ts';
import styles from './storage-notes.module.css';

/** Both times, that of the device and the right one; `skew` is their distance in ms. */
export function WrongClock({ skew }: { skew: number }): ReactNode {
  const { t, i18n } = useTranslation();
  const now = useNow(60_000);
  const [here, there] = [now - skew, now].map((at) => momentText(at, i18n.language, true));
  return (
    <div data-passing className={styles.note}>
      {/* Announced once; the times change every minute. */}
      <p role="status">{t('clock.wrong')}</p>
      <p>{t('clock.times', { here, there })}</p>
    </div>
  );
}
