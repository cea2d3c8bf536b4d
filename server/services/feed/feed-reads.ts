import { type BaseRow, entityKey, idFromText, type RowId } from '#contract/resource.ts';
import { findResource, resourceNamed } from '#contract/resources.ts';
import type { Scope } from '#contract/scope.ts';
import { type Pointer, readCounters, type ScopeCounter } from '#server/store/feed/changes.ts';
import { isFurther, kindsIn, newsAfter, type NewsPointer, pointersAfter, pointersDownFrom } from '#server/store/feed/feed.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import { readEpoch, type ReadHandle, type Store } from '#server/store/store.ts';
import { BatchLoader } from '#server/lib/concurrency/batch-loader.ts';
import { BoundedMap } from '#server/lib/bounded-map.ts';

/** A pointer with its current row and the scopes of the row. */
export interface Located {
  readonly pointer: Pointer;
  readonly id: RowId;
  readonly row: BaseRow | undefined;
  readonly scopes: readonly Scope[];
  /** The row is back in a windowed scope, whose devices have deleted it. */
  readonly wasAway?: boolean;
  /** The approximate size in memory and on the wire. */
  readonly bytes: number;
}

const mostScopes = 5_000;
const mostRows = 5_000;

const mostPages = 64;
const cacheBytes = 32 * 1024 * 1024;

const none: ScopeCounter = { number: 0, purgedNumber: 0 };

interface Weighed {
  readonly bytes: number;
}

interface Cache {
  readonly state: string;
  readonly counters: BoundedMap<Scope, ScopeCounter>;
  readonly kinds: BoundedMap<Scope, ReadonlySet<string>>;
  /** Single rows that other rows name; null for a missing one. */
  readonly rows: BoundedMap<string, BaseRow | null>;
  /** Includes reads that are still running. */
  readonly pages: BoundedMap<string, Promise<readonly Weighed[]>>;
  epoch: Promise<string> | null;
}

const emptyCache = (state: string): Cache => ({
  state,
  counters: new BoundedMap(mostScopes),
  kinds: new BoundedMap(mostScopes),
  rows: new BoundedMap(mostRows),
  pages: new BoundedMap(mostPages, cacheBytes),
  epoch: null,
});

/** Reads for the pages of the feed. Results are cached until any change, because all readers of one poke request the same. */
export class FeedReads {
  readonly #store: Pick<Store, 'state'>;
  readonly #begun = new WeakMap<ReadHandle, Promise<PageReads>>();
  #latest = emptyCache('');

  constructor(store: Pick<Store, 'state'>) {
    this.#store = store;
  }

  begin(db: ReadHandle): Promise<PageReads> {
    const begun = this.#begun.get(db) ?? this.#begin(db);
    this.#begun.set(db, begun);
    return begun;
  }

  async #begin(db: ReadHandle): Promise<PageReads> {
    const state = await this.#store.state(db);
    // A running page of an older snapshot keeps its own cache.
    if (state !== this.#latest.state) this.#latest = emptyCache(state);
    return new PageReads(db, this.#latest);
  }
}

export class PageReads {
  readonly db: ReadHandle;
  readonly #cache: Cache;
  readonly #counters: BatchLoader<Scope, ScopeCounter>;
  readonly #kinds: BatchLoader<Scope, ReadonlySet<string>>;
  readonly #rows: BatchLoader<string, BaseRow | null>;

  constructor(db: ReadHandle, cache: Cache) {
    this.db = db;
    this.#cache = cache;
    this.#counters = cachedLoader(cache.counters, async (scopes) => withAll(scopes, await readCounters(db, scopes), none));
    this.#kinds = cachedLoader(cache.kinds, async (scopes) => withAll(scopes, await kindsIn(db, scopes), new Set<string>()));
    this.#rows = cachedLoader(cache.rows, (keys) => rowsByKey(db, keys));
  }

  epoch(): Promise<string> {
    if (this.#cache.epoch) return this.#cache.epoch;
    const epoch = readEpoch(this.db);
    this.#cache.epoch = epoch;
    epoch.catch(() => (this.#cache.epoch = null));
    return epoch;
  }

  /** Returns the counters of these scopes; a scope without changes has 0. */
  counters(scopes: readonly Scope[]): Promise<Map<Scope, ScopeCounter>> {
    return ofEach(scopes, this.#cache.counters, this.#counters);
  }

  kinds(scopes: readonly Scope[]): Promise<Map<Scope, ReadonlySet<string>>> {
    return ofEach(scopes, this.#cache.kinds, this.#kinds);
  }

  after(scope: Scope, number: number, room: number): Promise<readonly Located[]> {
    return this.#page(`${scope} ${number} ${room}`, () => pointersAfter(this.db, scope, number, room));
  }

  /** Like `after` for a windowed scope: without people who have joined. */
  news(scope: Scope, number: number, room: number): Promise<readonly Located[]> {
    return this.#page(`${scope}~ ${number} ${room}`, () => newsAfter(this.db, scope, number, room));
  }

  /** Returns whether more than `rows` changes of a windowed scope follow `number`. */
  isFurther(scope: Scope, number: number, rows: number): Promise<boolean> {
    return isFurther(this.db, scope, number, rows);
  }

  /** Returns rows by id, null for missing ones. */
  async rowsOf(resource: string, ids: readonly RowId[]): Promise<(BaseRow | null)[]> {
    const keys = [...new Set(ids)].map((id) => entityKey({ resource, id }));
    return [...(await ofEach(keys, this.#cache.rows, this.#rows)).values()];
  }

  downFrom(scope: Scope, resource: string, number: number, room: number): Promise<readonly Located[]> {
    return this.#page(`${scope} ${resource} ${number} ${room}`, () => pointersDownFrom(this.db, { scope, resource, number, limit: room }));
  }

  #page(name: string, read: () => Promise<(Pointer | NewsPointer)[]>): Promise<readonly Located[]> {
    return this.cached(name, async (db) => locate(db, await read()));
  }

  /** Returns what `read` returns, from the cache if there was no change since. `name` must determine it. */
  cached<Item extends Weighed>(name: string, read: (db: ReadHandle) => Promise<readonly Item[]>): Promise<readonly Item[]> {
    const { pages } = this.#cache;
    const known = pages.get(name) as Promise<readonly Item[]> | undefined;
    if (known) return known;
    const page = read(this.db);
    pages.set(name, page);
    const evict = (): void => {
      if (pages.get(name) === page) pages.delete(name);
    };
    // An empty page would displace a useful one.
    page.then((items) => (items.length === 0 ? evict() : pages.weigh(name, page, bytesOf(items))), evict);
    return page;
  }
}

const bytesOf = (rows: readonly Weighed[]): number => rows.reduce((sum, { bytes }) => sum + bytes, 0);

/** Batches the reads of all pages in one microtask into one statement. */
function cachedLoader<Key, Value>(
  cache: BoundedMap<Key, Value>,
  read: (keys: readonly Key[]) => Promise<Map<Key, Value>>,
): BatchLoader<Key, Value> {
  const load = async (keys: readonly Key[]): Promise<Map<Key, Value>> => {
    const found = await read(keys);
    for (const [key, value] of found) cache.set(key, value);
    return found;
  };
  return new BatchLoader(load, queueMicrotask);
}

const withAll = <Value>(scopes: readonly Scope[], found: ReadonlyMap<Scope, Value>, otherwise: Value): Map<Scope, Value> =>
  new Map(scopes.map((scope) => [scope, found.get(scope) ?? otherwise]));

async function ofEach<Key, Value>(
  keys: readonly Key[],
  cache: BoundedMap<Key, Value>,
  loader: BatchLoader<Key, Value>,
): Promise<Map<Key, Value>> {
  const valueOf = async (key: Key): Promise<Value> => cache.get(key) ?? ((await loader.get(key)) as Value);
  return new Map(await Promise.all(keys.map(async (key) => [key, await valueOf(key)] as const)));
}

async function rowsByKey(db: ReadHandle, keys: readonly string[]): Promise<Map<string, BaseRow | null>> {
  const found = new Map<string, BaseRow | null>(keys.map((key) => [key, null]));
  for (const [name, ofResource] of Map.groupBy(keys, (key) => key.slice(0, key.indexOf(':')))) {
    const ids = ofResource.map((key) => idFromText(resourceNamed(name), key.slice(name.length + 1)));
    for (const [id, row] of await loadRows(db, name, ids)) found.set(entityKey({ resource: name, id }), row);
  }
  return found;
}

/** Returns the pointers with their rows; a resource of a newer version has none. */
async function locate(db: ReadHandle, pointers: readonly (Pointer | NewsPointer)[]): Promise<Located[]> {
  const rows = new Map<string, Map<RowId, BaseRow>>();
  for (const [name, ofResource] of Map.groupBy(pointers, ({ resource }) => resource)) {
    const resource = findResource(name);
    if (!resource) continue;
    const ids = ofResource.map(({ rowId }) => idFromText(resource, rowId));
    rows.set(name, await loadRows(db, name, ids));
  }
  return pointers.map((pointer) => {
    const resource = findResource(pointer.resource);
    if (!resource) return { pointer, id: pointer.rowId, row: undefined, scopes: [], bytes: bytesOfPointer };
    const id = idFromText(resource, pointer.rowId);
    const row = rows.get(pointer.resource)?.get(id);
    const wasAway = 'wasAway' in pointer && pointer.wasAway;
    const scopes = row ? resource.scopes(row) : [];
    return { pointer, id, row, scopes, bytes: bytesOfPointer + bytesOfRow(row), ...(wasAway && { wasAway }) };
  });
}

const bytesOfPointer = 200;

/** Estimates the size by the texts, which dominate it. */
export function bytesOfRow(row: BaseRow = { id: '', version: 0 }): number {
  let bytes = 0;
  for (const value of Object.values(row))
    if (typeof value === 'string') bytes += value.length;
    else if (typeof value === 'object' && value !== null) bytes += JSON.stringify(value).length;
  return bytes;
}
