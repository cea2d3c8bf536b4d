import type { FeedChange } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import type { BaseRow, RowId } from '#contract/resource.ts';
import { findResource } from '#contract/resources.ts';
import type { Scope } from '#contract/scope.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Pointer } from '#server/store/feed/changes.ts';
import type { Located } from './feed-reads.ts';

/** The changes of one page: pointers with the current rows, each row once. */
export class FeedChanges {
  readonly changes: FeedChange[] = [];
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
    for (const { pointer, id, row, scopes, bytes } of found) {
      this.#bytes += bytes;
      if (findResource(pointer.resource) && this.#isNew(pointer))
        this.#add(pointer, id, this.#seenIn(scopes) === undefined ? undefined : row);
    }
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
