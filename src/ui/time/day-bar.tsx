import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/theme/button.tsx';
import { classes } from '#ui/theme/classes.ts';
import { plainDay } from './plain-day.ts';
import styles from './day-bar.module.css';

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
          {plainDay(label)}
        </Button>
      ))}
    </nav>
  );
}

/** The distance (CSS pixels) below the bar at which a day still counts as visible. */
const slack = 24;

/** Events by which a person scrolls the page. */
const byHand = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * Returns the last of `days` that has reached the lower edge of the bar (sections have `data-day`), null until known. `hold` keeps a chosen
 * day until the person scrolls, because the page may end before that day.
 */
function useShownDay(
  days: readonly string[],
  bar: { readonly current: HTMLElement | null },
): [shown: string | null, hold: (day: string) => void] {
  const [shown, show] = useState<string | null>(null);
  const held = useRef<string | null>(null);
  const key = days.join();
  useEffect(() => {
    const look = (): void => {
      frame = null;
      if (held.current !== null) return;
      const edge = (bar.current?.getBoundingClientRect().bottom ?? 0) + slack;
      const sections = [...document.querySelectorAll<HTMLElement>('[data-day]')];
      const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 1;
      const reached = atEnd
        ? sections.at(-1)
        : (sections.findLast((section) => section.getBoundingClientRect().top <= edge) ?? sections[0]);
      show(reached?.dataset['day'] ?? null);
    };
    let frame: number | null = requestAnimationFrame(look);
    const onScroll = (): void => void (frame ??= requestAnimationFrame(look));
    const letGo = (): void => void (held.current = null);
    window.addEventListener('scroll', onScroll, { passive: true });
    for (const hand of byHand) window.addEventListener(hand, letGo, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      for (const hand of byHand) window.removeEventListener(hand, letGo);
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, [key, bar]);
  const hold = (day: string): void => {
    held.current = day;
    show(day);
  };
  return [shown, hold];
}
