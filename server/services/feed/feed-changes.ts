import type { FeedChange } from '../../../contract/endpoints.ts';
import type { AnyResource, BaseRow, RowId } from '../../../contract/resource.ts';
import { resourceNamed } from '../../../contract/resources.ts';
import type { Scope } from '../../../contract/scope.ts';
import type { Caller } from '../../context.ts';
import type { Pointer } from '../../store/feed/changes.ts';
import { loadRows } from '../../store/rows/rows.ts';
import type { Reading } from '../../store/store.ts';

interface Found {
  readonly pointer: Pointer;
  readonly id: RowId;
  readonly row: BaseRow | undefined;
  /** The reader's first scope that the row is in; undefined where they do not see it. */
  readonly seenIn: Scope | undefined;
}

/** The changes of one page: pointers with their rows as they are now, each row once. */
export class FeedChanges {
  readonly changes: FeedChange[] = [];
  readonly #told = new Set<string>();
  readonly #caller: Caller;
  readonly #scopes: readonly Scope[];

  constructor(caller: Caller, scopes: readonly Scope[]) {
    this.#caller = caller;
    this.#scopes = scopes;
  }

  /** Rows for a first load. One that is in several scopes comes with the first of them; there are no tombstones. */
  async addRows(db: Reading, pointers: readonly Pointer[]): Promise<void> {
    for (const { pointer, id, row, seenIn } of await this.#find(db, pointers)) {
      if (row && seenIn === pointer.scope && this.#isUntold(pointer)) this.#add(pointer, id, row);
    }
  }

  /** Changes, with a tombstone for what is gone or no longer the reader's to see. */
  async addChanges(db: Reading, pointers: readonly Pointer[]): Promise<void> {
    for (const { pointer, id, row, seenIn } of await this.#find(db, pointers)) {
      if (this.#isUntold(pointer)) this.#add(pointer, id, seenIn === undefined ? undefined : row);
    }
  }

  #isUntold({ resource, rowId }: Pointer): boolean {
    const name = `${resource}:${rowId}`;
    return !this.#told.has(name) && this.#told.add(name).has(name);
  }

  #add({ resource, version, key, keyUser }: Pointer, id: RowId, row: BaseRow | undefined): void {
    const own = key !== null && keyUser === this.#caller.userId ? { key } : {};
    this.changes.push({ resource, id, version: row?.version ?? version, row: (row as FeedChange['row'] | undefined) ?? null, ...own });
  }

  async #find(db: Reading, pointers: readonly Pointer[]): Promise<Found[]> {
    const rows = new Map<string, Map<RowId, BaseRow>>();
    for (const [name, ofResource] of Map.groupBy(pointers, ({ resource }) => resource)) {
      const resource = resourceNamed(name);
      rows.set(
        name,
        await loadRows(
          db,
          name,
          ofResource.map(({ rowId }) => idOf(resource, rowId)),
        ),
      );
    }
    return pointers.map((pointer) => {
      const resource = resourceNamed(pointer.resource);
      const id = idOf(resource, pointer.rowId);
      const row = rows.get(pointer.resource)?.get(id);
      const visibleIn = row ? resource.scopes(row) : [];
      return { pointer, id, row, seenIn: this.#scopes.find((scope) => visibleIn.includes(scope)) };
    });
  }
}

function idOf(resource: AnyResource, rowId: string): RowId {
  return resource.idType === 'number' ? Number(rowId) : rowId;
}
