import type { FeedChange } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import { type BaseRow, entityKey, type RowId } from '#contract/resource.ts';
import { type Floors, peopleOf } from '#contract/rules/windows.ts';
import { findResource } from '#contract/resources.ts';
import type { Scope } from '#contract/scope.ts';
import type { Caller } from '#server/lib/caller.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import type { Pointer } from '#server/store/feed/changes.ts';
import type { Located } from './feed-reads.ts';

/** Rows that a page has all or none of, and the floors of the lists that they complete. */
export interface Part {
  readonly rows: readonly (readonly [resource: string, row: BaseRow])[];
  readonly floors: Floors;
  readonly bytes: number;
}

/** The changes of one page: pointers with the current rows, each row once. */
export class FeedChanges {
  readonly changes: FeedChange[] = [];
  /** Rows of windowed scopes that a device stores in any case, by name. */
  readonly #with = new Map<string, FeedChange>();
  #floors: Floors = {};
  #bytes = 0;
  readonly #added = new Set<string>();
  readonly #caller: Caller;
  readonly #scopes: readonly Scope[];

  constructor(caller: Caller, scopes: readonly Scope[]) {
    this.#caller = caller;
    this.#scopes = scopes;
  }

  get isFull(): boolean {
    return this.#bytes >= limits.feedPageBytes;
  }

  /** The number of rows on the page. */
  get size(): number {
    return this.changes.length + this.#with.size;
  }

  get with(): FeedChange[] {
    return [...this.#with.values()];
  }

  get floors(): Floors {
    return this.#floors;
  }

  /** Returns the first of these rows: those that the page has room for, and one at least in an empty page. */
  fitting(found: readonly Located[]): readonly Located[] {
    let room = limits.feedPageBytes - this.#bytes;
    const end = found.findIndex(({ bytes }) => (room -= bytes) < 0);
    if (end === -1) return found;
    return found.slice(0, end === 0 && this.#bytes === 0 ? 1 : end);
  }

  /** Adds rows of a load. A row in several scopes is added with the first of them; a load has no tombstones. */
  addRows(found: readonly Located[]): void {
    for (const { pointer, id, row, scopes, bytes } of found) {
      this.#bytes += bytes;
      if (row && this.#seenIn(scopes) === pointer.scope && this.#isNew(pointer)) this.#add(pointer, id, row);
    }
  }

  /** Adds changes, and a tombstone for each row that is deleted or hidden from the reader. Skips resources of a newer version. */
  addChanges(found: readonly Located[]): void {
    for (const { pointer, id, row, scopes, bytes, wasAway } of found) {
      this.#bytes += bytes;
      if (wasAway && row) this.addNamed(pointer.resource, row);
      else if (findResource(pointer.resource) && this.#isNew(pointer))
        this.#add(pointer, id, this.#seenIn(scopes) === undefined ? undefined : row);
    }
  }

  /** Adds rows of the load of a window. */
  addLoaded({ rows, floors, bytes }: Part): void {
    this.#bytes += bytes;
    for (const [resource, row] of rows) this.addNamed(resource, row);
    this.addFloors(floors);
  }

  addFloors(floors: Floors): void {
    this.#floors = { ...this.#floors, ...floors };
  }

  /** Adds a row that others name, without its key: a device may have it already. */
  addNamed(resource: string, row: BaseRow): void {
    const { id, version } = row;
    this.#with.set(entityKey({ resource, id }), { resource, id, version, row: row as NonNullable<FeedChange['row']> });
  }

  /** Returns the ids of the rows of the people of an event whom the rows of this page name. */
  peopleIn(eventId: number): string[] {
    const ids = new Set<string>();
    for (const { resource, row } of [...this.changes, ...this.#with.values()])
      if (row && (row['eventId'] ?? eventId) === eventId)
        for (const userId of peopleOf(resource, row)) ids.add(participantId(eventId, userId));
    return [...ids];
  }

  #seenIn(scopes: readonly Scope[]): Scope | undefined {
    return this.#scopes.find((scope) => scopes.includes(scope));
  }

  #isNew({ resource, rowId }: Pointer): boolean {
    const name = `${resource}:${rowId}`;
    return !this.#added.has(name) && this.#added.add(name).has(name);
  }

  #add({ resource, version, key, keyUser }: Pointer, id: RowId, row: BaseRow | undefined): void {
    const own = key !== null && keyUser === this.#caller.userId ? { key } : {};
    this.changes.push({ resource, id, version: row?.version ?? version, row: (row as FeedChange['row'] | undefined) ?? null, ...own });
  }
}
