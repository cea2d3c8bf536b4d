import { toWallClock } from '#i18n/wall-clock.ts';

/** A day (`2026-07-02`), a time (`14:30`) or both, in the zone of the event. */
export interface Written {
  readonly day?: string;
  readonly time?: string;
}

const weekday = /^\p{L}+\.?,?\s+/u;
const isoDay = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
const germanDay = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?!\d)/;
const between = /^(?:T|,|um |at |[\s–-])*/i;
const clock = /^(\d{1,2})(?:[:.](\d{2})(?::\d{2}(?:[.,]\d+)?)?)?\s*(am|pm|a\.m\.|p\.m\.|uhr|h)?$/i;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/**
 * Reads a day, a time or both: `2026-07-02 14:30`, `2.7.2026 14:30`, `Do, 2.7.26`, `14.30 Uhr`, `2:30 pm`; a time with an offset is
 * converted to `timeZone` (IANA name). Returns null for other texts, and for `7/2/2026`, which is ambiguous.
 */
export function readWritten(cell: string, timeZone: string): Written | null {
  const text = cell.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return {};
  if (instant.test(text)) return fromInstant(text, timeZone);
  const plain = /^\p{L}/u.test(text) ? text.replace(weekday, '') : text;
  const [iso, german] = [isoDay.exec(plain), germanDay.exec(plain)];
  const found = iso ?? german;
  if (!found) {
    const time = readClock(plain);
    return time === null ? null : { time };
  }
  const [year, month, day] = iso ? iso.slice(1) : (german as RegExpExecArray).slice(1).reverse();
  const named = dayNamed(Number(year) < 100 && year?.length === 2 ? `20${year}` : String(year), Number(month), Number(day));
  if (named === null) return null;
  const rest = plain.slice(found[0].length).replace(between, '');
  if (rest === '') return { day: named };
  const time = readClock(rest);
  return time === null ? null : { day: named, time };
}

function fromInstant(text: string, timeZone: string): Written | null {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  const [day, time] = toWallClock(new Date(at).toISOString(), timeZone).split('T') as [string, string];
  return { day, time };
}

function readClock(text: string): string | null {
  const [, hours, minutes, mark = ''] = clock.exec(text) ?? [];
  // A bare number is not a time.
  if (hours === undefined || (minutes === undefined && mark === '')) return null;
  const half = /^p/i.test(mark) ? 12 : 0;
  const isHalved = /^[ap]/i.test(mark);
  const hour = isHalved ? (Number(hours) % 12) + half : Number(hours);
  const minute = Number(minutes ?? 0);
  if ((isHalved && Number(hours) > 12) || hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function dayNamed(year: string, month: number, day: number): string | null {
  const name = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const at = new Date(`${name}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(name) ? name : null;
}

/** Returns the format of a `datetime-local` field; 24:00 becomes the start of the next day. */
export function wallClockOf(day: string, time: string): string {
  return time === '24:00' ? `${dayAfter(day)}T00:00` : `${day}T${time}`;
}

/** Returns the next day, as `2026-07-03`. */
export const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
