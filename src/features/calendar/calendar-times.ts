import type { CalendarEvent } from '#contract/resources/calendars.ts';
import { type Formats, formatsFor, knownZone } from '#i18n/formats.ts';
import { keyOf } from './months.ts';

/** English, as in the specification. */
const locale = 'en-US';

const clock: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
const day: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' };

const formatsOf = ({ timeZone }: CalendarEvent): Formats => formatsFor({ dateLocale: locale, timeZone }, 'en');

/** Returns the last instant of an event, which may have no length. */
function lastMoment({ startTime, endTime }: CalendarEvent): string {
  return endTime > startTime ? new Date(Date.parse(endTime) - 1).toISOString() : startTime;
}

/** Returns the first and the last day (`2026-11-24`) of an event in its zone. */
export function daysOf(event: CalendarEvent): { readonly first: string; readonly last: string } {
  const { dayKey } = formatsOf(event);
  return { first: dayKey(event.startTime), last: dayKey(lastMoment(event)) };
}

/** Returns the events of each day of a month, whole-day events first, then by time. */
export function byDayOf(month: string, events: readonly CalendarEvent[]): Map<string, CalendarEvent[]> {
  const days = new Map<string, CalendarEvent[]>();
  const ofMonth = daysIn(month);
  for (const event of events.toSorted(inOrder)) {
    const { first, last } = daysOf(event);
    for (const day of ofMonth) {
      if (day < first || day > last) continue;
      const others = days.get(day) ?? [];
      others.push(event);
      days.set(day, others);
    }
  }
  return days;
}

const inOrder = (one: CalendarEvent, other: CalendarEvent): number =>
  Number(other.allDay) - Number(one.allDay) || one.startTime.localeCompare(other.startTime) || one.id.localeCompare(other.id);

function daysIn(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = new Date(year, number, 0, 12).getDate();
  return Array.from({ length: count }, (_, index) => keyOf(new Date(year, number - 1, index + 1, 12)));
}

/** Returns date and time of an event in its zone; null for one whole day, which has its own label. */
export function whenText(event: CalendarEvent): string | null {
  const { startTime, endTime, allDay } = event;
  const { first, last } = daysOf(event);
  if (allDay && first === last) return null;
  const format = new Intl.DateTimeFormat(locale, {
    ...(first === last ? {} : day),
    ...(allDay ? {} : clock),
    timeZone: knownZone(event.timeZone),
  });
  const [from, to] = [new Date(startTime), new Date(allDay ? lastMoment(event) : endTime)];
  return startTime === endTime ? format.format(from) : format.formatRange(from, to);
}

/** Returns the start in the zone of the device, with the day if it differs; null if both zones show the same. */
export function startInDeviceZone(event: CalendarEvent): string | null {
  const { startTime, allDay } = event;
  const textIn = (options: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat(locale, options).format(new Date(startTime));
  const timeZone = knownZone(event.timeZone);
  const differs = (part: Intl.DateTimeFormatOptions): boolean => textIn(part) !== textIn({ ...part, timeZone });
  if (allDay || !differs({ ...day, ...clock })) return null;
  return textIn(differs(day) ? { ...day, ...clock } : clock);
}
