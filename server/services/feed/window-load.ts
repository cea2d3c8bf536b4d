import { limits } from '#contract/limits.ts';
import type { BaseRow, RowId } from '#contract/resource.ts';
import { type Floors, openFloor, parentOf, repliesOf as listBelow, windows, windowSizes } from '#contract/rules/windows.ts';
import type { Caller } from '#server/lib/caller.ts';
import { adminsOf, floorOf, listPage, ownThreads, repliesOf } from '#server/store/repositories/windows.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import type { ReadHandle } from '#server/store/store.ts';
import type { Loading } from './cursor.ts';
import { bytesOfRow, type PageReads } from './feed-reads.ts';
import type { FeedChanges, Part } from './feed-changes.ts';

/*
 *   newest   the list without a parent from the top down to its floor, each row with its newest replies; then the person's own threads
 *   named    admins and the person
 *   with     nothing: these rows come with those that they belong to
 */

/** The place in the load of one resource. Below 0 no rows are left, but the threads of the person. */
export type Place = Pick<Loading, 'below' | 'floor'>;

export const top: Place = { below: openFloor };
const ownPlace = 0;

interface Walk {
  readonly reads: PageReads;
  readonly found: FeedChanges;
  readonly caller: Caller;
  readonly eventId: number;
  /** The number of rows that fit on the page. */
  readonly room: number;
}

/** Adds rows of the window of a resource to a page, from `place` on. Returns where the load continues, null at the end. */
export async function loadWindow(walk: Walk, resource: string, place: Place): Promise<Place | null> {
  const { reads, found, eventId, caller } = walk;
  const window = windows[resource];
  if (window?.kind === 'named') {
    const ids = [...(await adminsOf(reads.db, eventId)), participantId(eventId, caller.userId)];
    found.addLoaded(partOf((await reads.rowsOf(resource, ids)).flatMap((row): Part['rows'] => (row ? [[resource, row]] : []))));
  }
  if (window?.kind !== 'newest') return null;
  if (place.below > ownPlace) return loadNewest(walk, resource, place);
  await loadOwn(walk, resource, place.floor ?? 0);
  return null;
}

async function loadNewest({ reads, found, eventId, room }: Walk, resource: string, { below, floor: known }: Place): Promise<Place | null> {
  const floor = known ?? (await floorOf(reads.db, eventId, resource));
  const range = { eventId, resource, below, floor };
  const parts = await reads.cached(`${resource} ${eventId} ${below} ${floor} ${room}`, (db) => readParts(db, range, room));
  let left = room;
  for (const [index, part] of parts.entries()) {
    left -= part.rows.length;
    if (index > 0 && (left < 0 || found.isFull)) return { below: orderOf(part) + 1, floor };
    found.addLoaded(part);
  }
  const last = parts.at(-1);
  if (last && parts.length === partsOnPage(resource, room)) return { below: orderOf(last), floor };
  found.addFloors({ [resource]: floor });
  return hasReplies(resource) ? { below: ownPlace, floor } : null;
}

/** Returns the order of the first row of a part. */
const orderOf = ({ rows: [first] }: Part): number => (first![1] as BaseRow & { readonly order: number }).order;

const hasReplies = (resource: string): boolean => {
  const window = windows[resource];
  return window?.kind === 'newest' && window.parent !== undefined;
};

/** Returns the floors of the lists without a parent. */
export async function floorsOf(db: ReadHandle, eventId: number): Promise<Floors> {
  const floors: Record<string, number> = {};
  for (const [name, window] of Object.entries(windows)) if (window?.kind === 'newest') floors[name] = await floorOf(db, eventId, name);
  return floors;
}

/** A row comes with its replies, so a page is filled by fewer of them. */
const partsOnPage = (resource: string, room: number): number => (hasReplies(resource) ? Math.ceil(room / 2) : room);

interface Range {
  readonly eventId: number;
  readonly resource: string;
  readonly below: number;
  readonly floor: number;
}

async function readParts(db: ReadHandle, range: Range, room: number): Promise<Part[]> {
  const rows = await listPage(db, range, partsOnPage(range.resource, room));
  return withReplies(db, range, rows);
}

/** Returns a part for each of these rows, with its newest replies and their numbers. */
async function withReplies(
  db: ReadHandle,
  { eventId, resource }: Pick<Range, 'eventId' | 'resource'>,
  rows: readonly BaseRow[],
): Promise<Part[]> {
  const window = windows[resource];
  if (window?.kind !== 'newest') return [];
  const { size } = window;
  const ids = rows.map(({ id }) => id);
  const replies = await repliesOf(db, { eventId, resource }, ids, size.each);
  const below = Map.groupBy(replies.rows, (row): RowId | null => parentOf(resource, row));
  const numbers = await numbersOf(db, resource, [...ids, ...replies.rows.map(({ id }) => id)]);
  return rows.map((row) => {
    const list = listBelow(resource, row.id);
    const floor = replies.floors[list] ?? 0;
    const own = [row, ...(below.get(row.id) ?? [])];
    const all = own.flatMap((one): Part['rows'] => [[resource, one], ...(numbers.get(one.id) ?? [])]);
    return partOf(all, floor > 0 ? { [list]: floor } : {});
  });
}

/** Returns the rows of other resources that belong to these ids. */
export async function numbersOf(db: ReadHandle, resource: string, ids: readonly RowId[]): Promise<Map<RowId, Part['rows']>> {
  const found = new Map<RowId, Part['rows']>();
  for (const [name, window] of Object.entries(windows)) {
    if (window?.kind !== 'with' || window.resource !== resource) continue;
    for (const [id, row] of await loadRows(db, name, ids)) found.set(id, [...(found.get(id) ?? []), [name, row]]);
  }
  return found;
}

function partOf(rows: Part['rows'], floors: Floors = {}): Part {
  return { rows, floors, bytes: rows.reduce((sum, [, row]) => sum + bytesOfRow(row), 0) };
}

/** Adds the newest threads of the person: those below the floor of the window, and a post of theirs below the floor of its thread. */
async function loadOwn({ reads, found, eventId, caller }: Walk, resource: string, floor: number): Promise<void> {
  const { db } = reads;
  const threads = await ownThreads(db, eventId, caller.userId, windowSizes.ownThreads);
  const firsts = await loadRows(
    db,
    resource,
    threads.map(({ thread }) => thread),
  );
  const parts = await withReplies(
    db,
    { eventId, resource },
    threads.flatMap(({ thread }) => firsts.get(thread) ?? []),
  );
  const posts = await loadRows(
    db,
    resource,
    threads.map(({ post }) => post),
  );
  const byThread = new Map(threads.map((one) => [one.thread, one]));
  // Not the room of the page, which deltas may have filled: the load goes on after these threads.
  let left = windowSizes.ownRows;
  let bytes = limits.feedPageBytes;
  for (const part of parts) {
    const [, first] = part.rows[0]!;
    const { post = '' } = byThread.get(String(first.id)) ?? {};
    const own = posts.get(post);
    const isBrought = part.rows.some(([, { id }]) => id === post);
    const extra: Part['rows'] = own && !isBrought ? [[resource, own], ...((await numbersOf(db, resource, [post])).get(post) ?? [])] : [];
    const added = orderOf(part) >= floor ? partOf(extra) : partOf([...part.rows, ...extra], part.floors);
    left -= added.rows.length;
    bytes -= added.bytes;
    if (left < 0 || bytes < 0) return;
    found.addLoaded(added);
  }
}
