import { unfolded } from '#contract/calendar/calendar-text.ts';
import { leftOutReasons } from '#contract/calendar/left-out.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { times } from '#contract/times.ts';
import { clock } from '#i18n/clock.ts';
import { toWallClock } from '#i18n/wall-clock.ts';
import type { ScheduleValues } from '../form/schedule-form.ts';
import type { CalendarEntry, CalendarRead } from './calendar-worker.ts';
import { importBytes, type Imported, type ImportedLine, ImportRefused } from './imported.ts';
import { readCalendar } from './read-calendar.ts';

/** Reads a table or a calendar on this device. Rejects with `ImportRefused`. */
export async function readImport(source: Blob | string, event: EventRow, stopped?: AbortSignal): Promise<Imported> {
  if ((typeof source === 'string' ? source.length : source.size) > importBytes) throw new ImportRefused('too_large');
  const text = typeof source === 'string' ? source : decoded(new Uint8Array(await source.arrayBuffer()));
  if (text.trim() === '') throw new ImportRefused('empty');
  const { timeZone } = event;
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) {
    const options = { ...windowOf(event), now: clock.now(), timeZone };
    return calendarLines(await readCalendar({ text, options }, { time: 10_000, stopped }), timeZone);
  }
  const { readTable } = await import('./read-table.ts');
  return readTable(text, timeZone);
}

/** Returns the window of imported calendar entries in ms since the epoch: two weeks around the event. */
export function windowOf({ startDate, endDate }: EventRow): { from: number; to: number } {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  return { from: Math.min(start, end) - 14 * times.day, to: Math.max(start, end) + 14 * times.day };
}

/** Returns the entries of a calendar as lines to import. Pure. */
function calendarLines({ entries, leftOut, dropped, unknownZones, withoutZone }: CalendarRead, timeZone: string): Imported {
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
  const values: ScheduleValues = {
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
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')),
    instants: allDay ? null : { start: startTime, end: endTime },
    wrong: {},
  };
}

/** Returns the first minute of the first day and the last minute of the last day in the zone of the event. */
function wholeDays(startTime: string, endTime: string): Pick<ScheduleValues, 'start' | 'end'> {
  const last = Math.max(Date.parse(endTime) - times.minute, Date.parse(startTime));
  return { start: startTime.slice(0, 16), end: new Date(last).toISOString().slice(0, 16) };
}

/**
 * Returns the text of a file in UTF-8 or UTF-16, with or without a byte order mark, else in Windows-1252, the default of German and English
 * spreadsheets. Never throws.
 */
export function decoded(bytes: Uint8Array): string {
  // A calendar line may be folded inside a character, which would look like another encoding.
  const start = new TextDecoder().decode(bytes.subarray(0, 1_000));
  const whole = /^\s*BEGIN:VCALENDAR/i.test(start) ? unfolded(bytes) : bytes;
  return new TextDecoder(encodingOf(whole)).decode(whole);
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // In UTF-16, every other byte of German and English text is zero.
  const start = bytes.subarray(0, 1_000);
  const noughts = [0, 1].map((odd) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length) as [number, number];
  if (noughts[1] > start.length / 4) return 'utf-16le';
  if (noughts[0] > start.length / 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
