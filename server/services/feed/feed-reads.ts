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

/**
 * What the feed reads for one page after another, each in a transaction. All who were poked by the same news ask for the same: what was read is
 * kept until anything in the database changes.
 */
export class FeedReads {
  readonly #store: Pick<Store, 'state'>;
  readonly #counters = new Map<Scope, ScopeCounter>();
  readonly #pages = new Map<string, readonly Located[]>();
  #epoch: string | null = null;
  #state = '';

  constructor(store: Pick<Store, 'state'>) {
    this.#store = store;
  }

  /** At the start of each page. */
  begin(): void {
    const state = this.#store.state();
    if (state === this.#state) return;
    this.#state = state;
    this.#counters.clear();
    this.#pages.clear();
    this.#epoch = null;
  }

  async epoch(db: Reading): Promise<string> {
    this.#epoch ??= await readEpoch(db);
    return this.#epoch;
  }

  /** The counters of these scopes; one that never had a change stands at 0. */
  async counters(db: Reading, scopes: readonly Scope[]): Promise<Map<Scope, ScopeCounter>> {
    const unknown = scopes.filter((scope) => !this.#counters.has(scope));
    const read = await readCounters(db, unknown);
    for (const scope of unknown) setAtMost(keptCounters, this.#counters, scope, read.get(scope) ?? none);
    return new Map(scopes.map((scope) => [scope, this.#counters.get(scope) ?? read.get(scope) ?? none]));
  }

  after(db: Reading, scope: Scope, number: number, room: number): Promise<readonly Located[]> {
    return this.#page(db, `${scope} ${number} ${room}`, () => pointersAfter(db, scope, number, room));
  }

  downFrom(db: Reading, scope: Scope, resource: string, number: number, room: number): Promise<readonly Located[]> {
    return this.#page(db, `${scope} ${resource} ${number} ${room}`, () => pointersDownFrom(db, scope, resource, number, room));
  }

  async #page(db: Reading, name: string, read: () => Promise<Pointer[]>): Promise<readonly Located[]> {
    const known = this.#pages.get(name);
    if (known) return known;
    const page = await locate(db, await read());
    // Of most kinds there is nothing in most scopes.
    if (page.length > 0) setAtMost(keptPages, this.#pages, name, page);
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
