import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { limits } from '../limits.ts';
import { times } from '../times.ts';
import type { CalendarEvent } from '../resources/calendars.ts';
import type { LeftOut } from './left-out.ts';
import { cleaned, isHidden, linkOf, organiserOf, titleOf, tzidOf } from './entry-fields.ts';
import { byUid, parseCalendars } from './parse-calendars.ts';
import { zoneNamed } from './zones.ts';

/** One occurrence of a calendar entry. `key` is unique within the calendar and the same at every reading. */
export type Occurrence = Omit<CalendarEvent, 'id' | 'version'> & { readonly key: string };

export interface ReadOptions {
  /** In ms since the epoch: only occurrences between `from` and `to` are taken. */
  readonly from: number;
  readonly to: number;
  /** In ms since the epoch: if there are too many occurrences, those nearest to it are taken. */
  readonly now: number;
  /** IANA name, for floating times in a calendar that names no zone. */
  readonly timeZone: string;
  /** Receives the title of a series before its rule is followed, which may take forever. */
  readonly onSeries?: (title: string) => void;
  /** Receives the component that each occurrence was read from, by its key. */
  readonly onTaken?: (key: string, component: ICAL.Component) => void;
}

export interface Occurrences {
  /** The earliest first. */
  readonly occurrences: readonly Occurrence[];
  /** The number of entries in the text, and of those with an occurrence here. Each other entry is in `leftOut`. */
  readonly entries: number;
  readonly taken: number;
  /** The titles of entries that were not taken, by reason. An entry that cannot be parsed has no title. */
  readonly leftOut: readonly (readonly [why: LeftOut, title: string])[];
  /** The number of occurrences beyond the limit, also of taken entries. */
  readonly dropped: number;
  /** Names of unknown time zones. Their times were read in the zone of the calendar, or in `timeZone` of the options. */
  readonly unknownZones: readonly string[];
  /** The number of entries with a floating time in a calendar that names no zone. They were read in `timeZone` of the options. */
  readonly withoutZone: number;
}

/**
 * Reads iCalendar text (RFC 5545) and follows its rules (RRULE, RDATE, EXDATE, RECURRENCE-ID). Leaves out cancelled and private entries. A
 * hostile text may take forever, so it always runs in its own thread. Throws `NoCalendar`.
 */
export function readOccurrences(text: string, options: ReadOptions): Occurrences {
  const account = new Account();
  const found = new Map<string, Found>();
  const { calendars, unread } = parseCalendars(text);
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

/** Records the outcome of every entry: taken if it has an occurrence, else the reason that was found last. */
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

/** The limit of occurrences followed in a series: hourly ones for two years. */
const longestSeries = 20_000;

/** The zone of floating times: `named` by the calendar, or null and then the zone of the reader. */
interface ZoneOfCalendar {
  readonly named: string | null;
  readonly zone: string;
}

/** All entries of one UID: a master with its rule, and its exceptions. Some files give one UID to different entries. */
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
      // An entry that yields nothing and has no other reason is outside the requested time.
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

  #check(event: ICAL.Event): void {
    if (Number.isNaN(this.#startOf(event)) || Number.isNaN(this.#lengthOf(event))) throw new RangeError('no time');
  }

  /** A malformed entry must not prevent reading the others. */
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
    // The library compares only with the next exclusion, so one that matches nothing would hide those after it.
    master.component.removeAllProperties('exdate');
    const first = this.#startOf(master);
    // The start counts as the first occurrence. The library omits it if there are dates and no rule.
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

  /** Returns excluded moments, and excluded days as `2026-07-18`. */
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

  /** In ms: the exact duration, also across a clock change (RFC 5545, 3.8.5.3). */
  #lengthOf(event: ICAL.Event): number {
    const property = event.component.hasProperty('dtend') ? 'dtend' : 'dtstart';
    const length = this.#instantOf(event.endDate, event.component, property) - this.#startOf(event);
    return Math.max(length, event.startDate.isDate ? times.day : 0);
  }

  #instantOf(time: ICAL.Time, component: ICAL.Component, property: string): number {
    return this.#instantBy(time, component, tzidOf(component, property));
  }

  /** An IANA zone takes precedence over one that the text defines, and that over the zone of the calendar. */
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

/** Sorts older revisions first, so that the newest of those with the same start is kept. */
const inOrder = (items: readonly ICAL.Component[]): ICAL.Component[] => {
  const sequence = (item: ICAL.Component): number => Number(item.getFirstPropertyValue('sequence') ?? 0) || 0;
  return items.toSorted((one, other) => sequence(one) - sequence(other));
};

/** In ms, exact to a day, since no zone is further from UTC; enough to skip past occurrences. */
const roughly = ({ year, month, day }: ICAL.Time): number => Date.UTC(year, month - 1, day);

/** Formats as ISO 8601 in UTC. Throws a `RangeError` for years without four digits, which are never meant. */
function instantAt(ms: number): string {
  const text = new Date(ms).toISOString();
  if (!/^\d{4}-/.test(text)) throw new RangeError('no year of four digits');
  return text;
}

const dayOf = ({ year, month, day }: ICAL.Time): string => `${year}-${month}-${day}`;

const byStart = (one: Occurrence, other: Occurrence): number =>
  one.startTime < other.startTime ? -1 : Number(one.startTime > other.startTime);

/** Returns at most the limit: those nearest to `now`, future ones before past ones. */
function nearest(found: readonly Found[], now: number): readonly Found[] {
  if (found.length <= limits.calendarEvents) return found;
  const distance = ({ occurrence: { startTime, endTime } }: Found): number => {
    const isOver = Date.parse(endTime) <= now;
    return isOver ? 1e15 + now - Date.parse(endTime) : Math.max(0, Date.parse(startTime) - now);
  };
  return found.toSorted((one, other) => distance(one) - distance(other)).slice(0, limits.calendarEvents);
}
