import { type CalendarEvent, type CalendarFeed, calendarFeedId } from '#contract/resources/calendars.ts';
import { times } from '#contract/times.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { byDayOf } from './calendar-times.ts';
import { dayAt, type Month, monthAfter } from './months.ts';

export interface CalendarMonth {
  readonly month: Month;
  /** Keys are days, as `2026-11-24`. */
  readonly days: ReadonlyMap<string, readonly CalendarEvent[]>;
  /** True if no month has an event. */
  readonly isEmpty: boolean;
}

/** Returns the events of a month on the device; undefined until they are read. */
export function useCalendarMonth(month: Month): CalendarMonth | undefined {
  return useLive(
    async (db) => {
      const table = db.mirror('calendarEvents');
      // The margins cover zones in which the day differs.
      const from = new Date(dayAt(`${month}-01`).getTime() - 2 * times.day).toISOString();
      const to = new Date(dayAt(`${monthAfter(month, 1)}-01`).getTime() + times.day).toISOString();
      const events = await table.where('startTime').below(to).toArray();
      const near = events.filter(({ startTime, endTime }) => endTime > from || startTime > from);
      return { month, days: byDayOf(month, near), isEmpty: (await table.count()) === 0 };
    },
    [month],
  );
}

/** Returns the state of the calendar feed; null if the server reads none, undefined until it is read. */
export function useCalendarFeed(): CalendarFeed | null | undefined {
  return useLive(async (db) => (await db.mirror('calendarFeed').get(calendarFeedId)) ?? null, []);
}
