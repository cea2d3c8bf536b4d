import type { AnyResource, BaseRow, RowId } from '../../../contract/resource.ts';
import { resourceNamed } from '../../../contract/resources.ts';
import type { Scope } from '../../../contract/scope.ts';
import { type Pointer, readCounters, type ScopeCounter } from '../../store/feed/changes.ts';
import { pointersAfter, pointersDownFrom } from '../../store/feed/feed.ts';
import { loadRows } from '../../store/rows/rows.ts';
import { readEpoch, type Reading, type Store } from '../../store/store.ts';
import { setAtMost } from '../../set-at-most.ts';

/** A pointer with its row as it is now, and the scopes in which that is seen. */
export interface Located {
  readonly pointer: Pointer;
  readonly id: RowId;
  readonly row: BaseRow | undefined;
  readonly scopes: readonly Scope[];
}

const keptCounters = 5_000;

/** Each is as large as a page of the feed at most. */
const keptPages = 64;

const none: ScopeCounter = { number: 0, purgedNumber: 0 };

/** What was read in one state of the database. */
interface Kept {
  readonly state: string;
  readonly counters: Map<Scope, ScopeCounter>;
  readonly pages: Map<string, readonly Located[]>;
  epoch: string | null;
}

const nothingKept = (state: string): Kept => ({ state, counters: new Map(), pages: new Map(), epoch: null });

/**
 * What the feed reads for its pages, each in a transaction. All who were poked by the same news ask for the same: what was read is kept until
 * anything in the database changes.
 */
export class FeedReads {
  readonly #store: Pick<Store, 'state'>;
  #latest = nothingKept('');

  constructor(store: Pick<Store, 'state'>) {
    this.#store = store;
  }

  /** For one page, which `db` reads as of one moment. */
  async begin(db: Reading): Promise<PageReads> {
    const state = await this.#store.state(db);
    // A page of another moment that is under way goes on with what it has.
    if (state !== this.#latest.state) this.#latest = nothingKept(state);
    return new PageReads(db, this.#latest);
  }
}

export class PageReads {
  readonly #db: Reading;
  readonly #kept: Kept;

  constructor(db: Reading, kept: Kept) {
    this.#db = db;
    this.#kept = kept;
  }

  async epoch(): Promise<string> {
    this.#kept.epoch ??= await readEpoch(this.#db);
    return this.#kept.epoch;
  }

  /** The counters of these scopes; one that never had a change stands at 0. */
  async counters(scopes: readonly Scope[]): Promise<Map<Scope, ScopeCounter>> {
    const { counters } = this.#kept;
    const unknown = scopes.filter((scope) => !counters.has(scope));
    const read = await readCounters(this.#db, unknown);
    for (const scope of unknown) setAtMost(keptCounters, counters, scope, read.get(scope) ?? none);
    return new Map(scopes.map((scope) => [scope, counters.get(scope) ?? read.get(scope) ?? none]));
  }

  after(scope: Scope, number: number, room: number): Promise<readonly Located[]> {
    return this.#page(`${scope} ${number} ${room}`, () => pointersAfter(this.#db, scope, number, room));
  }

  downFrom(scope: Scope, resource: string, number: number, room: number): Promise<readonly Located[]> {
    return this.#page(`${scope} ${resource} ${number} ${room}`, () => pointersDownFrom(this.#db, scope, resource, number, room));
  }

  async #page(name: string, read: () => Promise<Pointer[]>): Promise<readonly Located[]> {
    const { pages } = this.#kept;
    const known = pages.get(name);
    if (known) return known;
    const page = await locate(this.#db, await read());
    // Of most kinds there is nothing in most scopes.
    if (page.length > 0) setAtMost(keptPages, pages, name, page);
    return page;
  }
}

async function locate(db: Reading, pointers: readonly Pointer[]): Promise<Located[]> {
  const rows = new Map<string, Map<RowId, BaseRow>>();
  for (const [name, ofResource] of Map.groupBy(pointers, ({ resource }) => resource)) {
    const resource = resourceNamed(name);
    const ids = ofResource.map(({ rowId }) => idOf(resource, rowId));
    rows.set(name, await loadRows(db, name, ids));
  }
  return pointers.map((pointer) => {
    const resource = resourceNamed(pointer.resource);
    const id = idOf(resource, pointer.rowId);
    const row = rows.get(pointer.resource)?.get(id);
    return { pointer, id, row, scopes: row ? resource.scopes(row) : [] };
  });
}

function idOf(resource: AnyResource, rowId: string): RowId {
  return resource.idType === 'number' ? Number(rowId) : rowId;
}
