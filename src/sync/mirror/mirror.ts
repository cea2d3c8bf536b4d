import type { PromiseExtended, Table } from 'dexie';
import type { FeedChange } from '#contract/endpoints/core.ts';
import type { AnyResource, BaseRow, RowId } from '#contract/resource.ts';
import { entityKey } from '#contract/resource.ts';
import { resourceNamed, resources } from '#contract/resources.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry, Stored } from '#db/records.ts';
import { type Base, baseOf, deletedRecord, laterBase, recordOf, unknownBase } from './rebase.ts';
import { groupBy } from '#lib/group-by.ts';
import { isReadable } from './readable.ts';

/**
 * A new state of one row. `base` is the server's row, or null if only pending commands changed. `keepDeleted` keeps a mark of a removed row
 * until its tombstone arrives, so that an older page cannot bring it back.
 */
export interface Arrival {
  readonly id: RowId;
  readonly base: Base | null;
  readonly keepDeleted?: boolean;
  /** True if the outbox has other commands for the row than the record lists. */
  readonly rebaseViews?: boolean;
}

/** Returns the new state that a change of the feed brings. */
export const arrivalOf = ({ id, row, version }: FeedChange): Arrival => ({ id, base: { row, version } });

export type Records = ReadonlyMap<RowId, Stored<BaseRow>>;

/**
 * Stores new states of rows of one resource and rebases the pending commands over them. Runs in a transaction over outbox and mirror, in
 * which the caller may already have read the `records`.
 */
export async function storeArrivals(db: EventDatabase, resource: AnyResource, arrivals: readonly Arrival[], read?: Records): Promise<void> {
  if (arrivals.length === 0) return;
  const table = db.mirror(resource.name);
  const known =
    read ??
    (await readRecords(
      table,
      arrivals.map(({ id }) => id),
    ));
  const records = arrivals.map(({ id }) => known.get(id));
  const pending = await pendingOf(
    db,
    arrivals.flatMap(({ id, rebaseViews }, index) =>
      rebaseViews || records[index]?.$pending ? [entityKey({ resource: resource.name, id })] : [],
    ),
  );
  const puts: Stored<BaseRow>[] = [];
  const deletes: RowId[] = [];
  arrivals.forEach((arrival, index) => {
    const record = records[index];
    const known = baseOf(record);
    const base = arrival.base ? laterBase(known, arrival.base) : known;
    const own = pending.get(entityKey({ resource: resource.name, id: arrival.id })) ?? [];
    const next = recordOf(resource, arrival.id, base, own);
    // The tombstone may have arrived before the answer.
    const isPast = known.row === null && known.version > 0;
    const tombstone = arrival.base?.row === null && (!arrival.keepDeleted || isPast);
    if (next) puts.push(next);
    else if (!tombstone && base.version > 0) puts.push(deletedRecord(arrival.id, base.version));
    else if (record) deletes.push(arrival.id);
  });
  await table.bulkPut(puts);
  if (deletes.length > 0) await table.bulkDelete(deletes);
}

/** Up to this number, single reads are as fast as a range. */
const few = 50;

/** Returns the stored records. Rows made at once have adjacent ids, so a range is read unless it has too many other rows. */
export function readRecords(table: Table<Stored<BaseRow>, RowId>, ids: readonly RowId[]): PromiseExtended<Records> {
  const byId = (records: readonly (Stored<BaseRow> | undefined)[]): Records =>
    new Map(records.flatMap((record) => (record ? [[record.id, record]] : [])));
  const oneByOne = () => table.bulkGet([...ids]);
  const texts = ids.filter((id) => typeof id === 'string').toSorted();
  const [first, last] = [texts[0], texts.at(-1)];
  if (texts.length < few || texts.length < ids.length || first === undefined || last === undefined) return oneByOne().then(byId);
  const range = table.where('id').between(first, last, true, true);
  return range
    .count()
    .then((count) => (count > 2 * ids.length ? oneByOne() : range.toArray()))
    .then(byId);
}

/** Stores rows that are probably new: adds them in bulk and merges only the existing ones. */
export async function storeNew(db: EventDatabase, resource: AnyResource, rows: readonly BaseRow[]): Promise<void> {
  const table = db.mirror(resource.name);
  const records = rows.map((row) => recordOf(resource, row.id, { row, version: row.version }, []) as Stored<BaseRow>);
  try {
    await table.bulkAdd(records);
  } catch (error) {
    const failed = failedPositions(error);
    if (!failed) throw error;
    await storeArrivals(
      db,
      resource,
      failed.map((position) => rows[position] as BaseRow).map((row) => ({ id: row.id, base: { row, version: row.version } })),
    );
  }
}

/** Returns the positions of rows that exist already, or null for any other error. */
function failedPositions(error: unknown): number[] | null {
  const { name, failuresByPos } = error as { name?: string; failuresByPos?: Record<number, Error> };
  if (name !== 'BulkError' || !failuresByPos) return null;
  const failures = Object.entries(failuresByPos);
  return failures.every(([, failure]) => failure.name === 'ConstraintError') ? failures.map(([position]) => Number(position)) : null;
}

const lastBeforeLoad = 'last-before-load';

/**
 * Returns whether a command is older than the last load. A load has no tombstones, so the answer to such a command may contain a row that
 * was removed before it; only the feed decides. Runs in a transaction over `meta`.
 */
export async function isOlderThanLoad(db: EventDatabase): Promise<(entry: OutboxEntry) => boolean> {
  const last = ((await db.meta.get(lastBeforeLoad))?.value as number | undefined) ?? 0;
  return ({ seq }) => seq <= last;
}

async function noteLoad(db: EventDatabase): Promise<void> {
  const newest = await db.outbox.orderBy('seq').last();
  if (newest) await db.meta.put({ name: lastBeforeLoad, value: newest.seq });
}

/** Empties the mirror and keeps pending commands visible without base rows until these arrive. */
export async function clearMirror(db: EventDatabase): Promise<void> {
  await noteLoad(db);
  await clearTables(
    db,
    resources.map(({ name }) => name),
  );
}

/** Empties some tables, for which no load has brought rows. */
export async function clearTables(db: EventDatabase, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await Promise.all(names.map((name) => db.mirror(name).clear()));
  await showPending(db, ({ resource }) => names.includes(resource));
}

/** Deletes rows outside these scopes, except for those that stay, and keeps their pending commands visible without base rows. */
export async function dropOutside(db: EventDatabase, scopes: readonly string[], stays: ReadonlySet<string> = new Set()): Promise<void> {
  await noteLoad(db);
  const dropped = new Set<string>();
  for (const resource of resources as readonly AnyResource[]) {
    const isOutside = (record: Stored<BaseRow>): boolean => {
      const { row } = baseOf(record);
      return row !== null && !resource.scopes(row).some((scope) => scopes.includes(scope));
    };
    const table = db.mirror(resource.name);
    // Read in bulk: a cursor over thousands of rows would take seconds.
    const outside = (await table.toArray()).filter(isOutside).map(({ id }) => id);
    const ids = outside.filter((id) => !stays.has(entityKey({ resource: resource.name, id })));
    await table.bulkDelete(ids);
    for (const id of ids) dropped.add(entityKey({ resource: resource.name, id }));
  }
  if (dropped.size > 0) await showPending(db, ({ entities }) => dropped.has(entities[0] as string));
}

async function showPending(db: EventDatabase, isConcerned: (entry: OutboxEntry) => boolean): Promise<void> {
  const isShown = (entry: OutboxEntry): boolean => entry.state === 'waiting' && isReadable(entry) && isConcerned(entry);
  const byRow = groupBy(await db.outbox.filter(isShown).toArray(), (entry) => entry.entities[0] as string);
  for (const entries of byRow.values()) {
    const { resource: name, id } = entries[0] as OutboxEntry;
    const record = recordOf(resourceNamed(name), id, unknownBase, entries);
    if (record) await db.mirror(name).put(record);
  }
}

/** Returns the pending commands of the given rows, by entity, in local order. */
async function pendingOf(db: EventDatabase, entities: readonly string[]): Promise<Map<string, OutboxEntry[]>> {
  if (entities.length === 0 || (await db.outbox.count()) === 0) return new Map();
  const entries = await db.outbox.where('entities').anyOf(entities).distinct().toArray();
  const waiting = entries.filter((entry) => entry.state === 'waiting' && isReadable(entry)).toSorted((a, b) => a.seq - b.seq);
  return groupBy(waiting, (entry) => entry.entities[0] as string);
}
