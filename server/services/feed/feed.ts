import type { FeedPage } from '../../../contract/endpoints.ts';
import { limits } from '../../../contract/limits.ts';
import { resources } from '../../../contract/resources.ts';
import type { Scope } from '../../../contract/scope.ts';
import type { Caller } from '../../context.ts';
import { readCounters, type ScopeCounter } from '../../store/feed/changes.ts';
import { pointersAfter, pointersDownFrom } from '../../store/feed/feed.ts';
import { readEpoch, type Reading, type Store } from '../../store/store.ts';
import { type Cursor, epochOf, isStillOf, readCursor, scopesHash, writeCursor } from './cursor.ts';
import { FeedChanges } from './feed-changes.ts';
import { scopesOf } from './scopes-of.ts';

/*
 *   no cursor, or one that cannot be continued
 *     │ note the number of every scope
 *     ▼
 *   first load: resource by resource, newest first, up to those numbers ──all read──┐
 *                                                                                   ▼
 *   deltas: what has a higher number, in the order of the numbers ◄─────────────────┘
 */

interface Page {
  readonly db: Reading;
  readonly scopes: readonly Scope[];
  readonly counters: ReadonlyMap<Scope, ScopeCounter>;
  readonly found: FeedChanges;
}

/** The change feed: what a person may see, and how it changes. */
export class Feed {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * The next page after `cursor`, at most `limits.feedPageRows` changes. Without a cursor, or with one that cannot be continued (another
   * epoch, other scopes, older than what is remembered, not ours), it is the first page of a first load and says `reset`.
   */
  async readPage(caller: Caller, cursor: string | null): Promise<FeedPage> {
    return this.#store.read(async (db) => {
      const scopes = scopesOf(caller);
      const counters = await readCounters(db, scopes);
      const databaseEpoch = await readEpoch(db);
      const epoch = epochOf(databaseEpoch);
      const known = cursor === null ? null : readCursor(cursor);
      const reset = known === null || !isStillOf(known.epoch, databaseEpoch) || !canContinue(known, scopes, counters);
      const from = reset ? startOf(epoch, scopes, counters) : { ...known, epoch };
      const page = { db, scopes, counters, found: new FeedChanges(caller, scopes) };
      const next = from.loading ? await firstLoad(page, from, from.loading) : await deltas(page, from);
      const more = next.loading !== undefined || scopes.some((scope, index) => numberOf(counters, scope) > (next.numbers[index] ?? 0));
      return { cursor: writeCursor(next), reset, more, changes: page.found.changes };
    });
  }
}

function numberOf(counters: ReadonlyMap<Scope, ScopeCounter>, scope: Scope): number {
  return counters.get(scope)?.number ?? 0;
}

function startOf(epoch: string, scopes: readonly Scope[], counters: ReadonlyMap<Scope, ScopeCounter>): Cursor {
  const numbers = scopes.map((scope) => numberOf(counters, scope));
  return { epoch, scopes: scopesHash(scopes), numbers, loading: { resource: resources[0].name, scope: 0, below: numbers[0] ?? 0 } };
}

function canContinue(cursor: Cursor, scopes: readonly Scope[], counters: ReadonlyMap<Scope, ScopeCounter>): boolean {
  if (cursor.scopes !== scopesHash(scopes) || cursor.numbers.length !== scopes.length) return false;
  return scopes.every((scope, index) => {
    const number = cursor.numbers[index] as number;
    return number >= (counters.get(scope)?.purgedNumber ?? 0) && number <= numberOf(counters, scope);
  });
}

/**
 * Rows that change meanwhile get a higher number than those at the start, and come with the deltas; so does all of a resource that was not
 * there yet.
 */
async function firstLoad({ db, scopes, found }: Page, from: Cursor, start: NonNullable<Cursor['loading']>): Promise<Cursor> {
  const { loading: _, ...level } = from;
  const sources = resources.flatMap(({ name }) =>
    scopes.map((scope, index) => ({ resource: name as string, scope, index, number: level.numbers[index] ?? 0 })),
  );
  const first = sources.findIndex(({ resource, index }) => resource === start.resource && index === start.scope);
  let room: number = limits.feedPageRows;
  for (const [place, { resource, scope, index, number }] of sources.entries()) {
    if (place < first) continue;
    const top = place === first ? start.below : number;
    const pointers = top > 0 ? await pointersDownFrom(db, scope, resource, top, room) : [];
    await found.addRows(db, pointers);
    room -= pointers.length;
    const last = pointers.at(-1);
    if (room === 0 && last) return { ...level, loading: { resource, scope: index, below: last.number - 1 } };
  }
  return level;
}

async function deltas({ db, scopes, counters, found }: Page, from: Cursor): Promise<Cursor> {
  const numbers = [...from.numbers];
  let room: number = limits.feedPageRows;
  for (const [index, scope] of scopes.entries()) {
    const read = numbers[index] as number;
    const latest = numberOf(counters, scope);
    if (latest === read || room === 0) continue;
    const pointers = await pointersAfter(db, scope, read, room);
    await found.addChanges(db, pointers);
    const last = pointers.at(-1);
    numbers[index] = pointers.length === room && last ? last.number : latest;
    room -= pointers.length;
  }
  return { ...from, numbers };
}
