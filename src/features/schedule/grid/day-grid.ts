import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { times } from '#contract/times.ts';

type GridEntry = Pick<ScheduleEntry, 'startDate' | 'endDate' | 'locationName'>;

/** The time (ms) of a row. */
const step = 5 * times.minute;
export const rowsPerHour = times.hour / step;
/** Shorter entries take this time (ms) too, so that their text and a finger have room. */
const shortest = 30 * times.minute;

export interface PlacedEntry<E> {
  readonly entry: E;
  /** Index of the place. */
  readonly column: number;
  /** Part of the column, of so many, that an entry takes beside others at the same place. */
  readonly lane: number;
  readonly lanes: number;
  /** First row, from 0, and number of rows. */
  readonly row: number;
  readonly rows: number;
}

export interface DayGrid<E> {
  /** Names in order; an empty one, the last, has the entries without a place. */
  readonly places: readonly { readonly name: string; readonly lanes: number }[];
  /** Full hours (ms since the epoch). */
  readonly hours: readonly number[];
  /** In the order of time. */
  readonly entries: readonly PlacedEntry<E>[];
}

/**
 * Arranges the entries of a day, sorted by start, by place and time. `day.minutes` returns the minutes of an instant after the full hour in
 * the zone of the event. An entry that runs past `day.end` (ms since the epoch) is cut off an hour after the last start or there.
 */
export function dayGrid<E extends GridEntry>(
  entries: readonly E[],
  day: { minutes: (instant: string) => number; end: number },
): DayGrid<E> {
  const [first] = entries;
  if (!first) return { places: [], hours: [], entries: [] };
  const start = Date.parse(first.startDate) - day.minutes(first.startDate) * times.minute;
  const lastStart = Math.max(...entries.map(({ startDate }) => Date.parse(startDate)));
  const lastEnd = Math.max(...entries.map(({ endDate }) => Date.parse(endDate)));
  const limit = Math.min(Math.max(lastEnd, lastStart + shortest), Math.max(day.end, lastStart + times.hour));
  const count = Math.ceil((limit - start) / times.hour);
  const end = start + count * times.hour;
  const names = placesOf(entries);
  const columns = names.map((name) => lanesOf(entries.filter(({ locationName }) => locationName.trim() === name)));
  const placed = columns.flatMap((own, column) =>
    own.map(({ entry, from, to, ...lane }) => {
      const row = Math.floor((from - start) / step);
      return { entry, column, ...lane, row, rows: Math.ceil((Math.min(to, end) - start) / step) - row };
    }),
  );
  const order = new Map(entries.map((entry, index) => [entry, index]));
  return {
    places: names.map((name, index) => ({ name, lanes: Math.max(...(columns[index] ?? []).map(({ lanes }) => lanes)) })),
    hours: Array.from({ length: count }, (_, index) => start + index * times.hour),
    entries: placed.toSorted((a, b) => (order.get(a.entry) ?? 0) - (order.get(b.entry) ?? 0)),
  };
}

/** Returns the names of places; "Hall 2" is before "Hall 10". */
function placesOf(entries: readonly GridEntry[]): string[] {
  const names = [...new Set(entries.map(({ locationName }) => locationName.trim()))];
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return names.toSorted((a, b) => Number(a === '') - Number(b === '') || compare(a, b));
}

interface InLane<E> {
  readonly entry: E;
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  readonly lanes: number;
}

/** Splits a place among entries that overlap: each takes the first lane that is free. */
function lanesOf<E extends GridEntry>(entries: readonly E[]): InLane<E>[] {
  const done: InLane<E>[] = [];
  let group: Omit<InLane<E>, 'lanes'>[] = [];
  let ends: number[] = [];
  const finish = (): void => {
    done.push(...group.map((each) => ({ ...each, lanes: ends.length })));
    [group, ends] = [[], []];
  };
  for (const entry of entries) {
    const from = Date.parse(entry.startDate);
    const to = Math.max(Date.parse(entry.endDate), from + shortest);
    if (ends.every((end) => end <= from)) finish();
    const free = ends.findIndex((end) => end <= from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = to;
    group.push({ entry, from, to, lane });
  }
  finish();
  return done;
}
