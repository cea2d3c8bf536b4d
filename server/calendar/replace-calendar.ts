import { createHash } from 'node:crypto';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import type { BaseRow } from '#contract/resource.ts';
import { type CalendarEvent, type CalendarFeed, calendarFeedId } from '#contract/resources/calendars.ts';
import { scopeOf } from '#contract/scope.ts';
import { recordChanges, type RowChange } from '../services/feed/change-log.ts';
import { deletedVersions } from '../store/feed/changes.ts';
import {
  type CalendarSource,
  calendarEventsOf,
  calendarReadAt,
  deleteCalendarSource,
  saveCalendarSource,
} from '../store/repositories/calendar-sources.ts';
import { readRow, rowStoreOf } from '../store/repositories/rows.ts';
import type { Store, WriteHandle } from '../store/store.ts';
import type { Occurrence, Occurrences, ReadOptions } from '#contract/calendar/occurrences.ts';
import { readCalendar, type ReadLimits } from './read-calendar.ts';

/** The name of the fetched source; files are `file:NAME`. */
export const feedSource = 'feed';

const scopes = [scopeOf.all];

interface ReplaceOptions {
  /** The time from which the calendar is seen (ms since the epoch). */
  readonly now: number;
  readonly readLimits?: ReadLimits;
  /** The time of the last read that the caller has seen; null for none. */
  readonly seenAt?: number | null;
}

/**
 * Replaces the rows of a source by the calendar's current content, and stores its text, in one transaction. If the source was not last
 * read at `seenAt`, another process has changed it, and nothing changes. Returns the read entries. Throws `CalendarRefused`.
 */
export async function replaceCalendar(
  store: Store,
  source: CalendarSource,
  { now, readLimits, seenAt }: ReplaceOptions,
): Promise<ReplacedCalendar> {
  const read = await readCalendar(source.text, readOptions(now), readLimits);
  const changes = await store.write(scopes, async (trx) => {
    if (seenAt !== undefined && (await calendarReadAt(trx, source.name)) !== seenAt) return [];
    const made = await storeCalendar(trx, source, read);
    await recordChanges(trx, made, now);
    return made.filter(({ resource }) => resource === 'calendarEvents');
  });
  const count = (is: (change: RowChange) => boolean): number => changes.filter(is).length;
  return {
    ...read,
    added: count(({ rowBefore }) => rowBefore === null),
    changed: count(({ rowBefore, rowAfter }) => rowBefore !== null && rowAfter !== null),
    removed: count(({ rowAfter }) => rowAfter === null),
  };
}

/** The read entries, and how many occurrences are new, changed or removed. */
export interface ReplacedCalendar extends Occurrences {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Stores a calendar that was already read, within a transaction; the caller records the changes. */
export async function storeCalendar(trx: WriteHandle, source: CalendarSource, { occurrences }: Occurrences): Promise<RowChange[]> {
  const changes = await replaceRows(trx, source.name, occurrences);
  await saveCalendarSource(trx, source);
  if (source.name === feedSource) changes.push(...(await updateFeedState(trx, { problem: null, detail: null }, source.readAt)));
  return changes;
}

/** Deletes a calendar with its events; returns false if it does not exist. */
export function dropCalendar(store: Store, name: string, now: number): Promise<boolean> {
  return store.write(scopes, async (trx) => {
    const feed = name === feedSource ? await readRow(trx, 'calendarFeed', calendarFeedId) : null;
    const wasStored = await deleteCalendarSource(trx, name);
    if (!wasStored && !feed) return false;
    if (feed) await rowStoreOf('calendarFeed').remove(trx, [feed.id]);
    const feedChange: RowChange[] = feed ? [{ resource: 'calendarFeed', rowBefore: feed, rowAfter: null }] : [];
    await recordChanges(trx, [...(await replaceRows(trx, name, [])), ...feedChange], now);
    return true;
  });
}

/**
 * Shows everybody that the feed cannot be read and since when, once for each problem. Ignored if another process has read or deleted it
 * since.
 */
export function recordProblem(
  store: Store,
  state: Pick<CalendarFeed, 'problem' | 'detail'>,
  readAt: number | null,
  now: number,
): Promise<void> {
  return store.write(scopes, async (trx) => {
    if ((await calendarReadAt(trx, feedSource)) === readAt) await recordChanges(trx, await updateFeedState(trx, state, readAt), now);
  });
}

async function updateFeedState(
  trx: WriteHandle,
  state: Pick<CalendarFeed, 'problem' | 'detail'>,
  readAt: number | null,
): Promise<RowChange[]> {
  const rowBefore = (await readRow(trx, 'calendarFeed', calendarFeedId)) as CalendarFeed | null;
  if (rowBefore?.problem === state.problem && rowBefore.detail === state.detail) return [];
  const deletedVersionOf = await deletedVersions(trx, scopeOf.all, 'calendarFeed', [calendarFeedId]);
  const version = (rowBefore?.version ?? deletedVersionOf.get(calendarFeedId) ?? 0) + 1;
  const row: CalendarFeed = { id: calendarFeedId, version, ...state, readAt: readAt === null ? null : new Date(readAt).toISOString() };
  const rows = rowStoreOf('calendarFeed');
  await (rowBefore ? rows.update(trx, [row]) : rows.insert(trx, [row]));
  return [{ resource: 'calendarFeed', rowBefore, rowAfter: row }];
}

/** Writes only differences, so that devices receive nothing else. */
async function replaceRows(trx: WriteHandle, source: string, occurrences: readonly Occurrence[]): Promise<RowChange[]> {
  const prefix = `${digest(source, 8)}-`;
  const before = new Map((await calendarEventsOf(trx, prefix)).map((row) => [row.id, row]));
  const expected = new Map(occurrences.map(({ key, ...occurrence }) => [prefix + digest(key, 22), occurrence]));
  const added = [...expected].filter(([id]) => !before.has(id));
  const deletedVersionOf = await deletedVersions(
    trx,
    scopeOf.all,
    'calendarEvents',
    added.map(([id]) => id),
  );
  const inserted = added.map(([id, row]) => ({ id, version: (deletedVersionOf.get(id) ?? 0) + 1, ...row }));
  const updated = [...expected].flatMap(([id, row]) => {
    const old = before.get(id);
    return old && !isSame(old, row) ? [{ id, version: old.version + 1, ...row }] : [];
  });
  const removed = [...before.values()].filter(({ id }) => !expected.has(id));
  const rows = rowStoreOf('calendarEvents');
  await rows.insert(trx, inserted);
  await rows.update(trx, updated);
  await rows.remove(
    trx,
    removed.map(({ id }) => id),
  );
  const change = (rowBefore: BaseRow | null, rowAfter: BaseRow | null): RowChange => ({ resource: 'calendarEvents', rowBefore, rowAfter });
  return [
    ...inserted.map((row) => change(null, row)),
    ...updated.map((row) => change(before.get(row.id) ?? null, row)),
    ...removed.map((row) => change(row, null)),
  ];
}

function isSame(row: CalendarEvent, occurrence: Omit<Occurrence, 'key'>): boolean {
  return Object.entries(occurrence).every(([field, value]) => row[field as keyof CalendarEvent] === value);
}

const digest = (text: string, length: number): string => createHash('sha256').update(text).digest('hex').slice(0, length);

/** Returns the range that is read: whole months, plus a day for other time zones. */
export function readOptions(now: number): ReadOptions {
  const first = (months: number): number => {
    const date = new Date(now);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  };
  return {
    from: first(-limits.calendarMonthsBack) - times.day,
    to: first(limits.calendarMonthsAhead + 1) + times.day,
    now,
    // On a laptop at the venue this is the venue's time zone.
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
