import { type AnyResource, type BaseRow, entityKey, type RowId, type RowRef } from '#contract/resource.ts';
import { resourceNamed, resources } from '#contract/resources.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import type { WriteHandle } from '#server/store/store.ts';
import type { RowChange } from '../feed/change-log.ts';

interface Entry extends RowRef {
  readonly before: BaseRow | null;
  row: BaseRow | null;
}

/** The rows that one transaction reads and changes: loaded in bulk before, written in bulk after. */
export class UnitOfWork {
  readonly changes: RowChange[] = [];
  /** Deleted rows, as `posts:0192…`. A device that still has one would take a new row with its id for an older version. */
  readonly deleted = new Set<string>();
  /** The versions of new rows continue from this one. */
  versionFloor = 0;
  readonly #entries = new Map<string, Entry>();
  /** Rows by their parent, as `posts:0192…`. A row that was removed stays in its group. */
  readonly #byParent = new Map<string, Set<Entry>>();
  readonly #trx: WriteHandle;

  constructor(trx: WriteHandle) {
    this.#trx = trx;
  }

  /** Reads those rows that are not loaded yet, and notes which ones do not exist. */
  async load(refs: readonly RowRef[]): Promise<void> {
    const unknown = new Map<string, Set<RowId>>();
    for (const ref of refs) {
      if (this.#entries.has(entityKey(ref))) continue;
      const ids = unknown.get(ref.resource) ?? new Set();
      unknown.set(ref.resource, ids.add(ref.id));
    }
    const loading = [...unknown].map(async ([resource, ids]) => ({ resource, ids, rows: await loadRows(this.#trx, resource, [...ids]) }));
    for (const { resource, ids, rows } of await Promise.all(loading)) {
      for (const id of ids) {
        const row = rows.get(id) ?? null;
        const entry = { resource, id, before: row, row };
        this.#entries.set(entityKey(entry), entry);
        this.#noteParent(entry);
      }
    }
  }

  /** Reads the rows that are removed together with these. */
  async loadDependants(resource: AnyResource, ids: readonly RowId[]): Promise<void> {
    if (!resource.cascade || ids.length === 0) return;
    const dependants = await rowStoreOf(resource.name).idsWhere(this.#trx, resource.cascade, ids);
    await this.load(dependants.map((id) => ({ resource: resource.name, id })));
    await this.loadDependants(resource, dependants);
  }

  /** Returns a loaded row. Throws a `TypeError` for another one, which would look as if it did not exist. */
  get(ref: RowRef): BaseRow | null {
    const entry = this.#entries.get(entityKey(ref));
    if (!entry) throw new TypeError(`${entityKey(ref)} was not loaded`);
    return entry.row;
  }

  /** Returns all rows that are removed together with this one, children before parents. */
  dependants(resource: AnyResource, id: RowId): BaseRow[] {
    const direct = [...(this.#byParent.get(entityKey({ resource: resource.name, id })) ?? [])].flatMap(({ row }) =>
      row && parentOf(resource, row) === id ? [row] : [],
    );
    return direct.flatMap((row) => [...this.dependants(resource, row.id), row]);
  }

  accept(changes: readonly RowChange[]): void {
    for (const change of changes) {
      const { id } = (change.rowAfter ?? change.rowBefore) as BaseRow;
      const entry = this.#entries.get(entityKey({ resource: change.resource, id })) as Entry;
      entry.row = change.rowAfter;
      this.#noteParent(entry);
      this.changes.push(change);
    }
  }

  #noteParent(entry: Entry): void {
    const parent = entry.row && parentOf(resourceNamed(entry.resource), entry.row);
    if (parent === null) return;
    const key = entityKey({ resource: entry.resource, id: parent });
    const group = this.#byParent.get(key) ?? new Set();
    this.#byParent.set(key, group.add(entry));
  }

  /** Writes the changed rows, with a few statements for each resource. */
  async flush(): Promise<void> {
    const changed = [...this.#entries.values()].filter(({ before, row }) => before !== row);
    for (const { name } of resources) {
      const ofResource = changed.filter(({ resource }) => resource === name);
      if (ofResource.length === 0) continue;
      const store = rowStoreOf(name);
      const rows = (test: (entry: Entry) => boolean) => ofResource.filter(test).map(({ row }) => row as BaseRow);
      await store.insert(
        this.#trx,
        rows(({ before, row }) => before === null && row !== null),
      );
      await store.update(
        this.#trx,
        rows(({ before, row }) => before !== null && row !== null),
      );
      await store.remove(
        this.#trx,
        ofResource.filter(({ row }) => row === null).map(({ id }) => id),
      );
    }
  }
}

function parentOf({ cascade }: AnyResource, row: BaseRow): RowId | null {
  return cascade ? ((row as unknown as Record<string, RowId | null>)[cascade] ?? null) : null;
}
