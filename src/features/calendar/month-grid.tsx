import { createContext, type ReactElement, type ReactNode, use, useState } from 'react';
import { DayButton, type DayButtonProps, DayPicker } from 'react-day-picker';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/resources/calendars.ts';
import { DayEvents, dayName } from './day-events.tsx';
import styles from './month-grid.module.css';
import { dayAt, keyOf, type Month, monthOf, monthsAround } from './months.ts';
import type { CalendarMonth } from './use-calendar.ts';

const titlesShown = 3;

interface MonthGridProps {
  month: Month;
  days: CalendarMonth['days'];
  /** In ms since the epoch. */
  now: number;
  onMonth: (month: Month) => void;
  onOpen: (event: CalendarEvent) => void;
}

export function MonthGrid({ month, days, now, onMonth, onOpen }: MonthGridProps): ReactNode {
  const { t } = useTranslation();
  const today = keyOf(new Date(now));
  const { first, last } = monthsAround(now);
  // If no day of this month is chosen, today is shown, or the first day with an event.
  const [chosen, setChosen] = useState('');
  const opensAt = today.startsWith(month) ? today : ([...days.keys()].toSorted()[0] ?? `${month}-01`);
  const day = chosen.startsWith(month) ? chosen : opensAt;
  const labelOf = (date: Date): string => {
    const key = keyOf(date);
    const events = days.get(key) ?? [];
    const titles = events.slice(0, titlesShown).map(({ title }) => title || t('calendar.untitled'));
    return [dayName(key), t('calendar.events', { count: events.length }), ...titles].join(', ');
  };
  return (
    <>
      <Days value={days}>
        <DayPicker
          mode="single"
          required
          month={dayAt(`${month}-01`)}
          onMonthChange={(date) => onMonth(monthOf(date))}
          startMonth={dayAt(`${first}-01`)}
          endMonth={dayAt(`${last}-01`)}
          hideNavigation
          today={dayAt(today)}
          selected={dayAt(day)}
          onSelect={(date) => setChosen(keyOf(date))}
          labels={{ labelDayButton: labelOf }}
          components={replaced}
          classNames={names}
        />
      </Days>
      <DayEvents day={day} events={days.get(day) ?? []} onOpen={onOpen} />
    </>
  );
}

const Days = createContext<CalendarMonth['days']>(new Map());

/** The caption is empty, because the name of the month is shown above grid and list. */
const replaced = { DayButton: MarkedDay, MonthCaption: () => <></> };

const names = {
  month_grid: styles.grid ?? '',
  weekday: styles.weekday ?? '',
  day: styles.day ?? '',
  day_button: styles.button ?? '',
  today: styles.today ?? '',
  selected: styles.selected ?? '',
};

/** Marks a day with events by dots on narrow screens, else by titles; screen readers get the label. */
function MarkedDay({ children, 'aria-label': label, ...props }: DayButtonProps): ReactElement {
  const { t } = useTranslation();
  const days = use(Days);
  const key = keyOf(props.day.date);
  const events = days.get(key) ?? [];
  return (
    <DayButton {...props}>
      <span className="visually-hidden">{label}</span>
      <span className={styles.number} aria-hidden="true">
        {children}
      </span>
      {events.slice(0, titlesShown).map(({ id, title }) => (
        <span key={id} className={styles.mark} aria-hidden="true">
          {title || t('calendar.untitled')}
        </span>
      ))}
      {events.length > titlesShown && (
        <span className={styles.more} aria-hidden="true">
          +{events.length - titlesShown}
        </span>
      )}
    </DayButton>
  );
}
