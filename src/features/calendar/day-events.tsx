import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/resources/calendars.ts';
import { startInDeviceZone, whenText } from './calendar-times.ts';
import styles from './day-events.module.css';
import { dayAt } from './months.ts';

const english = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

/** Returns `Tuesday, November 24, 2026`, in English as in the specification. */
export const dayName = (day: string): string => english.format(dayAt(day));

interface DayEventsProps {
  /** Format: `2026-11-24`. */
  day: string;
  events: readonly CalendarEvent[];
  onOpen: (event: CalendarEvent) => void;
}

export function DayEvents({ day, events, onOpen }: DayEventsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={styles.day} aria-labelledby={`calendar-${day}`}>
      <h3 id={`calendar-${day}`} className={styles.name} lang="en">
        {dayName(day)}
      </h3>
      {events.length === 0 && <p className={styles.none}>{t('calendar.nothing_on_day')}</p>}
      <ul className={styles.events}>
        {events.map((event) => (
          <li key={event.id}>
            <button type="button" className={styles.event} onClick={() => onOpen(event)} aria-haspopup="dialog">
              <When event={event} />
              <span className={styles.title}>{event.title || t('calendar.untitled')}</span>
              {event.location !== null && <span className={styles.place}>{event.location}</span>}
              <span className="visually-hidden">{dayName(day)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function When({ event }: { event: CalendarEvent }): ReactNode {
  const { t } = useTranslation();
  const here = startInDeviceZone(event);
  return (
    <span className={styles.when}>
      <time dateTime={event.startTime}>{whenText(event) ?? t('calendar.all_day')}</time>
      {here !== null && <span className={styles.here}>{t('schedule.your_time', { time: here })}</span>}
    </span>
  );
}
