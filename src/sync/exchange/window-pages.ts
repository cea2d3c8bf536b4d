import { entityKey, type RowRef } from '#contract/resource.ts';
import { listOf, pageRows } from '#contract/rules/windows.ts';
import { scopeOf } from '#contract/scope.ts';
import type { EventDatabase } from '#db/database.ts';
import type { FetchedPage } from '#db/records.ts';
import { makesRow } from '../mirror/readable.ts';
import { type DeviceWindow, pageName, refOf, rowsOfList } from '../mirror/windows.ts';
import { readCursor } from './cursor.ts';

/** Returns the window of an event on this device; undefined if the device holds the event whole. */
export async function windowOf(db: EventDatabase, eventId: number): Promise<DeviceWindow | undefined> {
  return (await readCursor(db))?.windows?.[scopeOf.event(eventId)];
}

/** The length of a list with pending rows. `at`: the time (ms since the epoch) when the server counted, null if this device did. */
export interface ListLength {
  readonly count: number;
  readonly at: number | null;
}

/** Returns the length of a list without parents; undefined if this device holds the event whole. */
export async function lengthIn(db: EventDatabase, eventId: number, list: string): Promise<ListLength | undefined> {
  const window = await windowOf(db, eventId);
  if (!window) return undefined;
  const held = await rowsOfList(db, list, eventId, window.floors[list] ?? 0).count();
  return { count: Math.max((window.counts[list] ?? 0) + (await pendingIn(db, list)), held), at: window.at };
}

/** Returns the number of rows of a list that are not on the server. */
async function pendingIn(db: EventDatabase, list: string): Promise<number> {
  const created = await db.outbox.filter((entry) => entry.resource === list && makesRow(entry)).toArray();
  const rows = await db.mirror(list).bulkGet(created.map(({ id }) => id));
  return rows.filter((row) => row && listOf(list, row) === list).length;
}

/** A page of a list without parents. */
export interface HeldPage {
  /** The lowest order from which the mirror has all rows of the list. */
  readonly floor: number | undefined;
  /** Set if a part of the page is below the floor. */
  readonly outside: {
    /** The rows of a page that was fetched, newest first, and its time (ms since the epoch); null without one. */
    readonly ids: readonly string[] | null;
    readonly at: number | null;
  } | null;
}

/** A page that the mirror does not keep level as a whole. */
export interface OutsidePage {
  /** Counts from 1. */
  readonly page: number;
  /** The time (ms since the epoch) when it was fetched. */
  readonly at: number | null;
}

/** A page of a whole list. */
export const wholePage: HeldPage = { floor: undefined, outside: null };

interface Page {
  readonly eventId: number;
  readonly list: string;
  /** Counts from 1. */
  readonly page: number;
}

/** Returns which part of a page this device holds. */
export async function heldPage(db: EventDatabase, window: DeviceWindow, { eventId, list, page }: Page): Promise<HeldPage> {
  // A list without a floor is whole, or is being loaded from its newest row.
  const floor = window.floors[list] ?? 0;
  if (floor === 0) return wholePage;
  if (page * pageRows[list]! <= (await rowsOfList(db, list, eventId, floor).count())) return { floor, outside: null };
  const record = await db.pages.get(pageName(scopeOf.event(eventId), list, page));
  return { floor, outside: record ? { ids: idsOf(record), at: record.at } : { ids: null, at: null } };
}

const idsOf = ({ rows }: FetchedPage): string[] => rows.map((key) => String(refOf(key).id));

/** Returns the fetched page with a row; undefined if there is none. */
export async function fetchedPageWith(
  db: EventDatabase,
  eventId: number,
  { resource, id }: RowRef,
): Promise<{ readonly page: number; readonly ids: readonly string[] } | undefined> {
  const begin = pageName(scopeOf.event(eventId), resource, '');
  const pages = await db.pages.where('name').startsWith(begin).toArray();
  const record = pages.find(({ rows }) => rows.includes(entityKey({ resource, id })));
  return record && { page: Number(record.name.slice(begin.length)), ids: idsOf(record) };
}
