import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../look/button.tsx';
import { classes } from '../look/classes.ts';
import styles from './day-bar.module.css';

interface DayBarProps {
  days: readonly { day: string; label: string }[];
  onDay: (day: string) => void;
  /** Left out when nothing is on and nothing is to come. */
  onNow: (() => void) | undefined;
  /** BCP 47 tag of the labels. */
  locale: string;
}

/** Jumps to a day, or to what is on now. */
export function DayBar({ days, onDay, onNow, locale }: DayBarProps): ReactNode {
  const { t } = useTranslation();
  return (
    <nav className={styles['days']} aria-label={t('schedule.days')}>
      {onNow && (
        <Button className={classes(styles['chip'], styles['now'])} onClick={onNow}>
          {t('schedule.now')}
        </Button>
      )}
      {days.map(({ day, label }) => (
        <Button key={day} className={styles['chip']} lang={locale} onClick={() => onDay(day)}>
          {label}
        </Button>
      ))}
    </nav>
  );
}
