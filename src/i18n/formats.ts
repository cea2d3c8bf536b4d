import { isTimeZone } from '#contract/rules/checks.ts';
import { clock as time } from './clock.ts';
import { languageOf, regionalTag } from './languages.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Caches formatters: making one costs about a hundred times as much as using it. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let found = formatters.get(key);
  if (!found) formatters.set(key, (found = new Intl.DateTimeFormat(locale, options)));
  return found;
}

export interface Formats {
  inZone(timeZone: string): Formats;
  /** The day of an instant, as a key that sorts: `2026-07-18`. */
  dayKey(instant: string): string;
  /** Friday, 17 July 2026 */
  longDate(instant: string): string;
  /** Fri 17 */
  shortDay(instant: string): string;
  /** Fri 17 Jul */
  dayAndMonth(instant: string): string;
  /** 14:00 */
  clock(instant: string): string;
  /** The instant in this phone's own zone, with its day if that differs; null if both are equal. */
  clockHere(instant: string): string | null;
  /** 17.07.2026, 14:00 */
  dateTime(instant: string | number): string;
  /** Fri 17 Jul, 14:00 – 15:00 */
  span(from: string, to: string): string;
  /** 17–21 July 2026 */
  days(from: string, to: string): string;
}

const readersClock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const shortDay: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric' };
const day: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };

/**
 * Returns formats for an event. Words are in the reader's `language`; `dateLocale`, a BCP 47 tag or `auto` for the reader's own, sets the
 * order of numeric dates and the clock. Instants (ISO 8601 in UTC, or ms since the epoch) are in `timeZone`, or the phone's if unknown.
 */
export function formatsFor(event: { dateLocale: string; timeZone: string }, language: string): Formats {
  const timeZone = knownZone(event.timeZone);
  const { dateLocale } = event;
  const reader = languageOf(language);
  const locale = isIn(dateLocale, reader) ? dateLocale : regionalTag(reader);
  const order = dateLocale === 'auto' ? locale : dateLocale;
  const { hourCycle } = formatter(order, readersClock).resolvedOptions();
  const clock: Intl.DateTimeFormatOptions = { ...readersClock, ...(hourCycle && { hourCycle }) };
  const write = (options: Intl.DateTimeFormatOptions, instant: string | number): string =>
    formatter(locale, { ...options, timeZone }).format(new Date(instant));
  const numericDate = (instant: string | number): string =>
    formatter(order, { ...day, timeZone, calendar: 'gregory', numberingSystem: 'latn' }).format(new Date(instant));
  const dayAndMonth = (instant: string): string => write({ weekday: 'short', day: 'numeric', month: 'short' }, instant);
  const dayAndClock = (instant: string): string => `${dayAndMonth(instant)}, ${write(clock, instant)}`;
  const dayKey = remembered((instant) => dayKeyOf(new Date(instant), timeZone));
  return {
    inZone: (other) => formatsFor({ dateLocale, timeZone: other }, language),
    dayKey,
    longDate: (instant) => write({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, instant),
    shortDay: (instant) => write(shortDay, instant),
    dayAndMonth,
    clock: remembered((instant) => write(clock, instant)),
    clockHere: remembered((instant) => {
      const at = new Date(instant);
      if (dayKeyOf(at) !== dayKey(instant)) return formatter(locale, { ...shortDay, ...clock }).format(at);
      const here = formatter(locale, clock).format(at);
      return here === write(clock, instant) ? null : here;
    }),
    dateTime: (instant) => `${numericDate(instant)}, ${write(clock, instant)}`,
    span: (from, to) => `${dayAndClock(from)} – ${dayKey(from) === dayKey(to) ? write(clock, to) : dayAndClock(to)}`,
    days: (from, to) =>
      formatter(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone }).formatRange(new Date(from), new Date(to)),
  };
}

/** Remembers the texts of instants: a list needs them again at each drawing, and a formatter takes several microseconds. */
function remembered<T extends string | null>(format: (instant: string) => T): (instant: string) => T {
  const texts = new Map<string, T>();
  return (instant) => {
    const known = texts.get(instant);
    if (known !== undefined) return known;
    const text = format(instant);
    if (texts.size >= 2_000) texts.clear();
    texts.set(instant, text);
    return text;
  };
}

/**
 * Returns the day of a date in a zone (default: the device's own), as `2026-07-18`. It is built from the date's fields, because browsers
 * write dates of a locale differently.
 */
function dayKeyOf(at: Date, timeZone?: string): string {
  const parts = formatter('en-u-ca-gregory-nu-latn', { ...day, timeZone }).formatToParts(at);
  const digits = (field: Intl.DateTimeFormatPartTypes, length: number): string =>
    (parts.find(({ type }) => type === field)?.value ?? '').padStart(length, '0');
  return `${digits('year', 4)}-${digits('month', 2)}-${digits('day', 2)}`;
}

/** Returns whether a tag other than `auto` is of this language. */
const isIn = (tag: string, language: string): boolean => tag !== 'auto' && new Intl.Locale(tag).language === language;

/**
 * Returns the clock time in the reader's language, with the date if it is not today, or in full if `whole`. `at` is in milliseconds since
 * the epoch.
 */
export function momentText(at: number, language: string, whole = false): string {
  const locale = regionalTag(languageOf(language));
  if (whole) return formatter(locale, { day: 'numeric', month: 'long', year: 'numeric', ...readersClock }).format(at);
  const today = new Date(time.now()).toDateString() === new Date(at).toDateString();
  return formatter(locale, today ? readersClock : { day: 'numeric', month: 'short', ...readersClock }).format(at);
}

const relativeFormatters = new Map<string, Intl.RelativeTimeFormat>();

/** Returns "5m ago" within the last day, else null. Times in milliseconds since the epoch. */
export function recentText(at: number, now: number, language: string): string | null {
  const minutes = Math.max(0, Math.floor((now - at) / 60_000));
  if (minutes >= 24 * 60) return null;
  let relative = relativeFormatters.get(language);
  if (!relative) {
    // The narrow form of German is "vor 5 m".
    relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: language === 'en' ? 'narrow' : 'short' });
    relativeFormatters.set(language, relative);
  }
  if (minutes < 1) return relative.format(0, 'second');
  return minutes < 60 ? relative.format(-minutes, 'minute') : relative.format(-Math.floor(minutes / 60), 'hour');
}

/** A cache, because a check costs as much as making a formatter. */
const knownZones = new Map<string, string>();

/** Returns the zone (IANA name), or the device's own if its zone data is older than the name. */
export function knownZone(timeZone: string): string {
  let known = knownZones.get(timeZone);
  if (known === undefined)
    knownZones.set(timeZone, (known = isTimeZone(timeZone) ? timeZone : new Intl.DateTimeFormat().resolvedOptions().timeZone));
  return known;
}
