import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../theme/button.tsx';
import { classes } from '../theme/classes.ts';
import styles from './day-bar.module.css';
import { useShownDay } from './use-shown-day.ts';

interface DayBarProps {
  days: readonly { day: string; label: string }[];
  onDay: (day: string) => void;
  /** Undefined if there is no present or future entry. */
  onNow: (() => void) | undefined;
  /** The marked day, if it does not depend on how far the page is scrolled. */
  shown?: string | undefined;
}

/** Jumps to a day, or to the present entry, and marks the visible day. */
export function DayBar({ days, onDay, onNow, shown: fixed }: DayBarProps): ReactNode {
  const { t } = useTranslation();
  const bar = useRef<HTMLElement>(null);
  const [visible, hold] = useShownDay(
    days.map(({ day }) => day),
    bar,
  );
  const shown = fixed ?? visible;
  useLayoutEffect(() => {
    const chip = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && chip) bar.current.scrollLeft = chip.offsetLeft + (chip.offsetWidth - bar.current.offsetWidth) / 2;
  }, [shown]);
  return (
    <nav ref={bar} className={styles.days} aria-label={t('schedule.days')}>
      {onNow && (
        <Button className={classes(styles.chip, styles.now)} onClick={onNow}>
          {t('schedule.now')}
        </Button>
      )}
      {days.map(({ day, label }) => (
        <Button
          key={day}
          className={classes(styles.chip, day === shown && styles.shown)}
          aria-current={day === shown ? 'true' : undefined}
          onClick={() => {
            onDay(day);
            hold(day);
          }}
        >
          {label}
        </Button>
      ))}
    </nav>
  );
}
