import { leftOutReasons } from '#contract/calendar/left-out.ts';
import { times } from '#contract/times.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { toWallClock } from '#i18n/wall-clock.ts';
import type { ScheduleValues } from '../schedule-form.ts';
import type { CalendarEntry, CalendarRead } from './calendar-messages.ts';
import type { Imported, ImportedLine } from './imported.ts';

/** Returns the window of imported calendar entries in ms since the epoch: two weeks around the event. */
export function windowOf({ startDate, endDate }: EventRow): { from: number; to: number } {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  return { from: Math.min(start, end) - 14 * times.day, to: Math.max(start, end) + 14 * times.day };
}

/** Returns the entries of a calendar as lines to import. Pure. */
export function calendarLines({ entries, leftOut, dropped, unknownZones, withoutZone }: CalendarRead, timeZone: string): Imported {
  const reasons = leftOutReasons.flatMap((why) => {
    const titles = leftOut.filter(([other]) => other === why).map(([, title]) => title);
    const count = why === 'too_many' ? dropped : titles.length;
    return count > 0 ? [{ why, count, titles: [...new Set(titles.filter((title) => title !== ''))] }] : [];
  });
  return {
    kind: 'calendar',
    lines: entries.map((entry) => lineOf(entry, timeZone)),
    leftOut: reasons,
    guessed: { unknownZones, withoutZone },
  };
}

function lineOf(entry: CalendarEntry, timeZone: string): ImportedLine {
  const { allDay, startTime, endTime, url } = entry;
  const wall = (instant: string): string => toWallClock(instant, timeZone);
  const said: ScheduleValues = {
    title: entry.title,
    ...(allDay ? wholeDays(startTime, endTime) : { start: wall(startTime), end: wall(endTime) }),
    locationName: entry.place,
    locationAddress: '',
    locationUrl: url ?? '',
    details: entry.details,
  };
  return {
    number: null,
    id: /^([\da-f-]{36})@event-companion$/i.exec(entry.uid)?.[1] ?? null,
    values: Object.fromEntries(Object.entries(said).filter(([, value]) => value.trim() !== '')),
    instants: allDay ? null : { start: startTime, end: endTime },
    wrong: {},
  };
}

/** Returns the first minute of the first day and the last minute of the last day in the zone of the event. */
function wholeDays(startTime: string, endTime: string): Pick<ScheduleValues, 'start' | 'end'> {
  const last = Math.max(Date.parse(endTime) - times.minute, Date.parse(startTime));
  return { start: startTime.slice(0, 16), end: new Date(last).toISOString().slice(0, 16) };
}
