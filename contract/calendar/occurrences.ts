import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { limits } from '../limits.ts';
import { times } from '../times.ts';
import type { CalendarEvent } from '../resources/calendar-events.ts';
import type { LeftOut } from './left-out.ts';
import { windowsZones } from './windows-zones.ts';

/** One occurrence as a calendar has it; `key` names it among all of that calendar, and is the same whenever it is read. */
export type Occurrence = Omit<CalendarEvent, 'id' | 'version'> & { readonly key: string };

export interface ReadOptions {
  /** Only what is between these, in ms since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Where there are too many, those nearest to this moment are taken. */
  readonly now: number;
  /** IANA name, for times without a zone where the calendar names none either. */
  readonly timeZone: string;
  /** Hears the title of a series before its rule is followed, which may take forever. */
  readonly onSeries?: (title: string) => void;
  /** Receives what each occurrence was read from, by its key. */
  readonly onTaken?: (key: string, component: ICAL.Component) => void;
}

export interface Occurrences {
  /** The earliest first. */
  readonly occurrences: readonly Occurrence[];
  /** How many entries the text has, and how many of them have an occurrence here; each of the others is in `leftOut`. */
  readonly entries: number;
  readonly taken: number;
  /** The titles of entries that were not taken, by reason; an entry that cannot even be parsed has none. */
  readonly leftOut: readonly (readonly [why: LeftOut, title: string])[];
  /** How many occurrences were too many, of taken entries included. */
  readonly dropped: number;
  /** Names of time zones that nobody knows; their times were read in the zone of the calendar, or in `timeZone` of the options. */
  readonly unknownZones: readonly string[];
  /** How many entries have a time without a zone, in a calendar that names none: these were read in `timeZone` of the options. */
  readonly withoutZone: number;
}

/** The text is no iCalendar object. */
export class NoCalendar extends Error {
  override readonly name = 'NoCalendar';
}

/**
 * Reads iCalendar text (RFC 5545) and follows its rules (RRULE, RDATE, EXDATE, RECURRENCE-ID). What is cancelled or private is left out. May
 * run for as long as a hostile text wants, so it runs in a thread of its own wherever it runs. Throws `NoCalendar`.
 */
export function readOccurrences(text: string, options: ReadOptions): Occurrences {
  const account = new Account();
  const found = new Map<string, Found>();
  const { calendars, unread } = calendarsIn(text);
  for (let index = 0; index < unread; index += 1) account.leaveOut(new ICAL.Component('vevent'), 'unreadable');
  let dropped = 0;
  for (const calendar of calendars) {
    const named = zoneNamed(calendar.getFirstPropertyValue('x-wr-timezone'));
    for (const items of byUid(calendar)) {
      const series = new Series(items, { named, zone: named ?? options.timeZone }, options, account);
      dropped += series.dropped;
      for (const one of series.found) {
        const before = found.get(one.occurrence.key);
        if (before) account.leaveOut(before.component, 'twice');
        found.set(one.occurrence.key, one);
      }
    }
  }
  const all = [...found.values()];
  const kept = nearest(all, options.now);
  const keptOnes = new Set(kept);
  for (const one of all) if (!keptOnes.has(one)) account.leaveOut(one.component, 'too_many');
  for (const { occurrence, component } of kept) {
    account.take(component);
    options.onTaken?.(occurrence.key, component);
  }
  const occurrences = kept.map(({ occurrence }) => occurrence).toSorted(byStart);
  return { occurrences, ...account.result(), dropped: dropped + found.size - kept.length };
}

interface Found {
  readonly occurrence: Occurrence;
  readonly component: ICAL.Component;
}

/** The fate of every entry: one that has an occurrence is taken, any other has the reason that was found last. */
class Account {
  readonly #fates = new Map<ICAL.Component, LeftOut | 'taken'>();
  readonly #unknownZones = new Set<string>();
  readonly #withoutZone = new Set<ICAL.Component>();

  take(entry: ICAL.Component): void {
    this.#fates.set(entry, 'taken');
  }

  leaveOut(entry: ICAL.Component, why: LeftOut): void {
    if (this.#fates.get(entry) !== 'taken') this.#fates.set(entry, why);
  }

  /** Notes that a time was read in a zone that its text does not name. */
  guessZone(entry: ICAL.Component, tzid: string | undefined): void {
    if (tzid === undefined) this.#withoutZone.add(entry);
    else this.#unknownZones.add(tzid.slice(0, limits.titleLength));
  }

  result(): Pick<Occurrences, 'entries' | 'taken' | 'leftOut' | 'unknownZones' | 'withoutZone'> {
    const fates = [...this.#fates];
    const leftOut = fates.flatMap(([entry, why]) => (why === 'taken' ? [] : [[why, titleOf(entry)] as const]));
    return {
      entries: fates.length,
      taken: fates.length - leftOut.length,
      leftOut,
      unknownZones: [...this.#unknownZones],
      withoutZone: this.#withoutZone.size,
    };
  }
}

function calendarsIn(text: string): { calendars: ICAL.Component[]; unread: number } {
  const whole = tryParse(text);
  if (!('wrong' in whole)) return { calendars: calendarsOf(whole.parsed), unread: 0 };
  // The library reads all of it or nothing: entry by entry, the others can still be had.
  const entries = text.match(entry) ?? [];
  const shell = tryParse(text.replaceAll(entry, ''));
  if ('wrong' in shell) throw new NoCalendar(shell.wrong);
  const calendars = calendarsOf(shell.parsed);
  const read = entries.flatMap((one) => {
    const result = tryParse(one);
    return 'wrong' in result ? [] : [new ICAL.Component(result.parsed)];
  });
  for (const component of read) calendars[0]?.addSubcomponent(component);
  return { calendars, unread: entries.length - read.length };
}

const entry = /^BEGIN:VEVENT\r?$[^]*?^END:VEVENT\r?$\n?/gim;

function tryParse(text: string): { readonly parsed: unknown[] } | { readonly wrong: string } {
  try {
    return { parsed: ICAL.parse(text) as unknown[] };
  } catch (error) {
    return { wrong: (error as Error).message };
  }
}

/** Of one object or several. */
function calendarsOf(parsed: unknown[]): ICAL.Component[] {
  const roots = (typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][];
  const calendars = roots.map((root) => new ICAL.Component(root)).filter(({ name }) => name === 'vcalendar');
  if (calendars.length === 0) throw new NoCalendar('no VCALENDAR');
  return calendars;
}

function byUid(calendar: ICAL.Component): ICAL.Component[][] {
  const events = calendar.getAllSubcomponents('vevent');
  const groups = new Map<string | ICAL.Component, ICAL.Component[]>();
  for (const event of events) {
    const key = stringOf(event, 'uid') || event;
    const group = groups.get(key);
    if (group) group.push(event);
    else groups.set(key, [event]);
  }
  return [...groups.values()];
}

/** How many occurrences of a series are looked at: those of every hour for two years. */
const longestSeries = 20_000;

/** The zone of times without one: `named` by the calendar, or null, and then that of the reader. */
interface ZoneOfCalendar {
  readonly named: string | null;
  readonly zone: string;
}

/** All entries of one UID: a master with its rule, and what replaces single occurrences. Some files give one UID to entries that are different. */
class Series {
  readonly found: Found[] = [];
  dropped = 0;
  readonly #zone: ZoneOfCalendar;
  readonly #options: ReadOptions;
  readonly #account: Account;

  constructor(items: readonly ICAL.Component[], zone: ZoneOfCalendar, options: ReadOptions, account: Account) {
    this.#zone = zone;
    this.#options = options;
    this.#account = account;
    const replaced = new Set<number>();
    const events: ICAL.Event[] = [];
    for (const item of inOrder(items)) {
      // An entry that yields nothing and gives no other reason is outside of the time.
      account.leaveOut(item, 'outside');
      this.#orSkip(item, () => {
        const event = new ICAL.Event(item);
        this.#check(event);
        if (event.isRecurrenceException()) {
          const at = this.#instantOf(event.recurrenceId, item, 'recurrence-id');
          replaced.add(at);
          this.#add(event, this.#startOf(event), String(at));
        }
        events.push(event);
      });
    }
    const ranges = events.filter((event) => event.isRecurrenceException() && event.modifiesFuture());
    const masters = events.filter((event) => !event.isRecurrenceException());
    for (const master of masters) {
      this.#orSkip(master.component, () => {
        if (master.isRecurring()) this.#follow(master, ranges, replaced);
        else {
          const start = this.#startOf(master);
          this.#add(master, start, masters.length > 1 ? String(start) : '');
        }
      });
    }
  }

  /** What has no usable time cannot be shown. */
  #check(event: ICAL.Event): void {
    if (Number.isNaN(this.#startOf(event)) || Number.isNaN(this.#lengthOf(event))) throw new RangeError('no time');
  }

  /** One bad entry must not take the others along. */
  #orSkip(item: ICAL.Component, work: () => void): void {
    try {
      work();
    } catch {
      this.#account.leaveOut(item, 'unreadable');
    }
  }

  #follow(master: ICAL.Event, ranges: readonly ICAL.Event[], replaced: ReadonlySet<number>): void {
    this.#options.onSeries?.(cleaned(master.summary, limits.titleLength));
    for (const range of ranges) master.relateException(range);
    const excluded = this.#excluded(master.component);
    // The library compares with the next one alone, so that one that fits nothing hides those behind it.
    master.component.removeAllProperties('exdate');
    const first = this.#startOf(master);
    // It counts as the first one, which the library forgets where there are dates and no rule.
    if (!master.component.hasProperty('rrule') && !excluded.has(first) && !replaced.has(first)) this.#add(master, first, String(first));
    const iterator = master.iterator();
    const length = this.#lengthOf(master);
    let taken = 0;
    let steps = 0;
    for (let time: ICAL.Time | null = iterator.next(); time; time = iterator.next()) {
      if (++steps > longestSeries) {
        this.dropped += 1;
        return;
      }
      if (roughly(time) + length < this.#options.from - 2 * times.day && ranges.length === 0) continue;
      const at = this.#instantOf(time, master.component, 'dtstart');
      if (at >= this.#options.to) break;
      if (excluded.has(at) || excluded.has(dayOf(time)) || replaced.has(at)) continue;
      const { item, startDate } = master.getOccurrenceDetails(time);
      const start = item === master ? at : this.#instantOf(startDate, item.component, 'dtstart');
      const own = item === master ? length : this.#lengthOf(item);
      if (!this.#isWanted(start, own)) continue;
      if (taken === limits.calendarEvents) {
        this.dropped += 1;
        return;
      }
      taken += 1;
      this.#add(item, start, String(at), { master, length: own });
    }
  }

  /** Moments, and days as `2026-07-18`, that a rule leaves out. */
  #excluded(component: ICAL.Component): Set<number | string> {
    return new Set(
      component.getAllProperties('exdate').flatMap((property) =>
        (property.getValues() as ICAL.Time[]).map((time) => {
          return time.isDate ? dayOf(time) : this.#instantBy(time, component, property.getFirstParameter('tzid') || undefined);
        }),
      ),
    );
  }

  #isWanted(start: number, length: number): boolean {
    const { from, to } = this.#options;
    return start < to && (start >= from || start + length > from);
  }

  #add(event: ICAL.Event, start: number, recurrence: string, { master = event, length = this.#lengthOf(event) } = {}): void {
    if (!this.#isWanted(start, length)) return;
    if (isHidden(event.component)) return this.#account.leaveOut(event.component, 'hidden');
    const { isDate, zone } = event.startDate;
    const title = cleaned(event.summary, limits.titleLength);
    const key = `${master.uid || `${title} ${start}`} ${recurrence}`;
    const own = zone === ICAL.Timezone.utcTimezone ? null : zoneNamed(tzidOf(event.component, 'dtstart'));
    const occurrence = {
      key,
      title,
      startTime: instantAt(start),
      endTime: instantAt(start + length),
      allDay: isDate,
      timeZone: isDate ? 'UTC' : (own ?? this.#zone.zone),
      location: cleaned(event.location, limits.descriptionLength) || null,
      conveyor: organiserOf(event.component),
      url: linkOf(event.component),
    };
    this.found.push({ occurrence, component: event.component });
  }

  #startOf(event: ICAL.Event): number {
    return this.#instantOf(event.startDate, event.component, 'dtstart');
  }

  /** In ms: the exact duration, also where clocks are changed in between (RFC 5545, 3.8.5.3). */
  #lengthOf(event: ICAL.Event): number {
    const property = event.component.hasProperty('dtend') ? 'dtend' : 'dtstart';
    const length = this.#instantOf(event.endDate, event.component, property) - this.#startOf(event);
    return Math.max(length, event.startDate.isDate ? times.day : 0);
  }

  #instantOf(time: ICAL.Time, component: ICAL.Component, property: string): number {
    return this.#instantBy(time, component, tzidOf(component, property));
  }

  /** A zone that everybody knows goes before one that the text defines, one of the text before the calendar's. */
  #instantBy(time: ICAL.Time, component: ICAL.Component, tzid: string | undefined): number {
    const { year, month, day, hour, minute, second, isDate, zone } = time;
    if (isDate || zone === ICAL.Timezone.utcTimezone) return Date.UTC(year, month - 1, day, hour, minute, second);
    const known = zoneNamed(tzid);
    if (!known && zone !== ICAL.Timezone.localTimezone) return time.toUnixTime() * times.second;
    if (!known && (tzid !== undefined || this.#zone.named === null)) this.#account.guessZone(component, tzid);
    const wall = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
    return wall.toZonedDateTime(known ?? this.#zone.zone).epochMilliseconds;
  }
}

/** Older revisions first, so that the newest of those with the same start is kept. */
const inOrder = (items: readonly ICAL.Component[]): ICAL.Component[] => {
  const sequence = (item: ICAL.Component): number => Number(item.getFirstPropertyValue('sequence') ?? 0) || 0;
  return items.toSorted((one, other) => sequence(one) - sequence(other));
};

/** Within a day of the moment, as no zone is further from UTC; what is long over needs no more. */
const roughly = ({ year, month, day }: ICAL.Time): number => Date.UTC(year, month - 1, day);

/** As ISO 8601 in UTC. Throws a `RangeError` for years that have no four digits there: nobody means them. */
function instantAt(ms: number): string {
  const text = new Date(ms).toISOString();
  if (!/^\d{4}-/.test(text)) throw new RangeError('no year of four digits');
  return text;
}

const dayOf = ({ year, month, day }: ICAL.Time): string => `${year}-${month}-${day}`;

const stringOf = (component: ICAL.Component, name: string): string => {
  const value = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : '';
};

const titleOf = (component: ICAL.Component): string => cleaned(stringOf(component, 'summary'), limits.titleLength);

const tzidOf = (component: ICAL.Component, name: string): string | undefined =>
  component.getFirstProperty(name)?.getFirstParameter('tzid') || undefined;

const zones = new Map<unknown, string | null>();

/** The IANA zone of this name; null where there is none. */
function zoneNamed(name: unknown): string | null {
  let zone = zones.get(name);
  if (zone === undefined) zones.set(name, (zone = ianaZone(name)));
  return zone;
}

function ianaZone(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  // Some write the path of a file before it.
  for (const wanted of [name, name.split('/').slice(-2).join('/')]) {
    try {
      const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: wanted }).resolvedOptions();
      // An offset has no name that a device would have to know.
      return /^[A-Z]/i.test(timeZone) ? timeZone : null;
    } catch {
      // No zone that anybody knows.
    }
  }
  return windowsZones[name] ?? null;
}

function isHidden(component: ICAL.Component): boolean {
  const isCancelled = stringOf(component, 'status').toUpperCase() === 'CANCELLED';
  return isCancelled || ['PRIVATE', 'CONFIDENTIAL'].includes(stringOf(component, 'class').toUpperCase());
}

/** The name of the organiser, else the address. */
function organiserOf(component: ICAL.Component): string | null {
  const organizer = component.getFirstProperty('organizer');
  if (!organizer) return null;
  const address = String(organizer.getFirstValue() ?? '').replace(/^mailto:/i, '');
  return cleaned(organizer.getFirstParameter('cn'), limits.titleLength) || cleaned(address, limits.titleLength) || null;
}

function linkOf(component: ICAL.Component): string | null {
  try {
    const { protocol, href } = new URL(stringOf(component, 'url'));
    return /^https?:$/.test(protocol) && href.length <= 2_000 ? href : null;
  } catch {
    return null;
  }
}

/** One line of well-formed text, no longer than `length` (UTF-16 code units). */
function cleaned(value: unknown, length: number): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, 4 * length)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // A pair must not be cut in two. `toWellFormed`, which phones that are still about do not have yet.
  return line
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

const byStart = (one: Occurrence, other: Occurrence): number =>
  one.startTime < other.startTime ? -1 : Number(one.startTime > other.startTime);

/** No more than may be kept: those nearest to `now`, what is to come before what is over. */
function nearest(found: readonly Found[], now: number): readonly Found[] {
  if (found.length <= limits.calendarEvents) return found;
  const distance = ({ occurrence: { startTime, endTime } }: Found): number => {
    const isOver = Date.parse(endTime) <= now;
    return isOver ? 1e15 + now - Date.parse(endTime) : Math.max(0, Date.parse(startTime) - now);
  };
  return found.toSorted((one, other) => distance(one) - distance(other)).slice(0, limits.calendarEvents);
}
