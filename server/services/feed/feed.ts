import type { FeedPage } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import { resources } from '#contract/resources.ts';
import { type Scope, scopeOf } from '#contract/scope.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { ScopeCounter } from '#server/store/feed/changes.ts';
import type { Store } from '#server/store/store.ts';
import { beginLoad, type Cursor, epochOf, isStillOf, readCursor, writeCursor } from './cursor.ts';
import { FeedChanges } from './feed-changes.ts';
import { FeedReads, type PageReads } from './feed-reads.ts';
import { mayPark, scopesOf } from './scopes-of.ts';

/*
 *   no cursor, or one that cannot be continued          a cursor of other scopes
 *     │ all scopes are new                                │ lost scopes are dropped or parked, some are new
 *     ▼                                                   ▼
 *   load of the new scopes: resource by resource, newest first, down from the numbers at its start
 *     │ on the same pages:
 *     ▼
 *   deltas: changes with higher numbers, in the order of the numbers
 */

/** Parked scopes in a mirror: scopes of recently active events, so that a switch back is short. */
const parkedScopes = 4;

interface Page {
  readonly reads: PageReads;
  readonly scopes: readonly Scope[];
  readonly counters: ReadonlyMap<Scope, ScopeCounter>;
  readonly most: number;
  readonly found: FeedChanges;
}

interface Start {
  readonly from: Cursor;
  readonly reset: boolean;
  /** The scopes that stay in the mirror, if they differ from those that it has and should have. */
  readonly keep?: readonly Scope[];
}

export class Feed {
  readonly #store: Store;
  readonly #reads: FeedReads;

  constructor(store: Store) {
    this.#store = store;
    this.#reads = new FeedReads(store);
  }

  /**
   * Returns the next page after `cursor`, or with `reset` the first page of a full load if no cursor can be continued. A scope that is new,
   * or whose tombstones are purged, is loaded alone, and the mirror keeps `keep`; without `piecewise` everything is loaded again.
   */
  async readPage(caller: Caller, cursor: string | null, piecewise = false): Promise<FeedPage> {
    return this.#store.readTogether(async (db) => {
      const reads = await this.#reads.begin(db);
      const scopes = scopesOf(caller);
      const known = cursor === null ? null : readCursor(cursor, scopes);
      const counters = await reads.counters([...new Set([...scopes, ...heldIn(known)])]);
      const start = startFrom(known, await reads.epoch(), { caller, scopes, counters, piecewise });
      const most = start.reset ? limits.feedFirstPageRows : limits.feedPageRows;
      const page = { reads, scopes, counters, most, found: new FeedChanges(caller, scopes) };
      const next = await readOn(page, start);
      const more = next.loading !== undefined || scopes.some((scope) => numberOf(counters, scope) > readIn(next, scope));
      const { reset, keep } = start;
      return { cursor: writeCursor(next), reset, more, ...(keep && { keep: [...keep] }), changes: page.found.changes };
    });
  }
}

const heldIn = (cursor: Cursor | null): Scope[] => [...(cursor?.numbers.keys() ?? [])];

const readIn = ({ numbers }: Cursor, scope: Scope): number => numbers.get(scope) ?? 0;

function numberOf(counters: ReadonlyMap<Scope, ScopeCounter>, scope: Scope): number {
  return counters.get(scope)?.number ?? 0;
}

interface Reader extends Pick<Page, 'scopes' | 'counters'> {
  readonly caller: Caller;
  readonly piecewise: boolean;
}

function startFrom(known: Cursor | null, databaseEpoch: string, reader: Reader): Start {
  const { caller, scopes, counters, piecewise } = reader;
  const epoch = epochOf(databaseEpoch);
  if (!known || !isStillOf(known.epoch, databaseEpoch) || !known.numbers.has(scopeOf.user(caller.userId))) return loadAll(epoch, reader);
  const loading = new Set(known.loading?.scopes);
  const held = heldIn(known).filter((scope) => canContinue(known, scope, counters));
  const read = scopes.filter((scope) => held.includes(scope));
  const left = held.filter((scope) => !scopes.includes(scope) && !loading.has(scope) && mayPark(caller, scope));
  const keep = piecewise ? [...left.slice(-parkedScopes), ...read] : read;
  const from = { ...known, epoch, numbers: new Map(keep.map((scope) => [scope, readIn(known, scope)])) };
  const isUnchanged = keep.length === known.numbers.size && read.length === scopes.length;
  if (isUnchanged && isOf(known, scopes)) return { from, reset: false };
  if (!piecewise) return loadAll(epoch, reader);
  return {
    from: loadOf(
      scopes.filter((scope) => !held.includes(scope) || loading.has(scope)),
      from,
      reader,
    ),
    reset: false,
    keep,
  };
}

/**
 * Returns whether the loaded scopes are scopes of this reader, each once. Cursors are not signed: with a foreign scope, the progress of a
 * load would reveal when something in it changed.
 */
function isOf({ loading }: Cursor, scopes: readonly Scope[]): boolean {
  return !loading || scopes.filter((scope) => loading.scopes.includes(scope)).length === loading.scopes.length;
}

const loadAll = (epoch: string, reader: Reader): Start => ({
  from: loadOf(reader.scopes, { epoch, numbers: new Map() }, reader),
  reset: true,
});

/** Returns the cursor at the beginning of a load of these scopes, with the other scopes at their numbers in `place`. */
function loadOf(
  loaded: readonly Scope[],
  { epoch, numbers: before }: Cursor,
  { scopes, counters }: Pick<Reader, 'scopes' | 'counters'>,
): Cursor {
  const parked = [...before].filter(([scope]) => !scopes.includes(scope));
  // The cursor stores loaded scopes in this order, so it must be the same on later pages.
  const numbers = new Map([...parked, ...scopes.map((scope) => [scope, before.get(scope) ?? numberOf(counters, scope)] as const)]);
  const loading = beginLoad(numbers, loaded);
  return { epoch, numbers, ...(loading && { loading }) };
}

/** Returns whether all changes of this scope since the cursor are still in the change log. */
function canContinue(cursor: Cursor, scope: Scope, counters: ReadonlyMap<Scope, ScopeCounter>): boolean {
  const number = readIn(cursor, scope);
  return number >= (counters.get(scope)?.purgedNumber ?? 0) && number <= numberOf(counters, scope);
}

/** The first page of a load begins with the load; on later pages new changes come first. */
async function readOn(page: Page, { from, reset, keep }: Start): Promise<Cursor> {
  const begins = reset || keep !== undefined;
  const loaded = begins ? await load(page, from) : from;
  const level = await deltas(page, loaded);
  return begins ? level : load(page, level);
}

/** Rows that change during the load, and resources that appear, get higher numbers and come with the deltas. */
async function load({ reads, most, found }: Page, from: Cursor): Promise<Cursor> {
  const { loading, ...level } = from;
  if (!loading) return from;
  const sources = resources.flatMap(({ name }) => loading.scopes.map((scope) => ({ resource: name as string, scope })));
  const first = sources.findIndex(({ resource, scope }) => resource === loading.resource && scope === loading.scope);
  const kinds = await reads.kinds(loading.scopes);
  for (const [place, { resource, scope }] of sources.entries()) {
    // Most resources have no rows in most scopes.
    if (place < first || !kinds.get(scope)?.has(resource)) continue;
    const top = place === first ? loading.below : readIn(from, scope);
    const room = found.isFull ? 0 : most - found.changes.length;
    if (room === 0) return { ...level, loading: { ...loading, resource, scope, below: top } };
    const read = top > 0 ? await reads.downFrom(scope, resource, top, room) : [];
    const rows = found.fitting(read);
    if (rows.length === 0 && read.length > 0) return { ...level, loading: { ...loading, resource, scope, below: top } };
    found.addRows(rows);
    const last = rows.at(-1)?.pointer;
    if ((rows.length === room || rows.length < read.length) && last)
      return { ...level, loading: { ...loading, resource, scope, below: last.number - 1 } };
  }
  return level;
}

async function deltas({ reads, scopes, counters, most, found }: Page, from: Cursor): Promise<Cursor> {
  const numbers = new Map(from.numbers);
  for (const scope of scopes) {
    const read = readIn(from, scope);
    const latest = numberOf(counters, scope);
    const room = found.isFull ? 0 : most - found.changes.length;
    if (latest === read || room === 0) continue;
    const after = await reads.after(scope, read, room);
    const changes = found.fitting(after);
    found.addChanges(changes);
    const last = changes.at(-1)?.pointer;
    const isCut = changes.length === room || changes.length < after.length;
    numbers.set(scope, isCut ? (last?.number ?? read) : latest);
  }
  return { ...from, numbers };
}
