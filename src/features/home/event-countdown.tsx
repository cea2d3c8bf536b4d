import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { datesFit } from '#contract/rules/event-dates.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { useNow } from '#ui/time/use-now.ts';
import { remainingUntil } from './countdown.ts';
import styles from './home.module.css';

const units = ['days', 'hours', 'minutes', 'seconds'] as const;

export function EventCountdown({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const remaining = remainingUntil(event.startDate, useNow(1_000));
  if (!remaining || !datesFit(event)) return null;
  return (
    <section className={styles.countdown} aria-labelledby="countdown">
      <h2 id="countdown">{t('event_countdown.title')}</h2>
      <dl className={styles.parts} role="timer" data-ages>
        {units.map((unit) => (
          <div key={unit} className={styles.part}>
            <dt className={styles.unit}>{t(`event_countdown.${unit}`, { count: remaining[unit] })}</dt>
            <dd className={styles.number}>{remaining[unit]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
