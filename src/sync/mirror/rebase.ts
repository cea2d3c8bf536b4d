import type { AnyResource, BaseRow } from '#contract/resource.ts';
import type { OutboxEntry, Stored } from '#db/records.ts';

/** Above every number of the server: pending rows sort as the newest, in the order of the taps. */
const provisionalOrder = 2 ** 52;

/** Returns the view: the base row with its pending commands applied by the rules that the server runs. Pure. */
export function rebase(resource: AnyResource, base: BaseRow | null, pending: readonly OutboxEntry[]): BaseRow | null {
  let row = base;
  for (const entry of pending) {
    const mutation = resource.mutations[entry.mutation];
    if (!mutation) continue;
    // A create whose row exists was executed; a change of a removed row has no effect, unless it makes its row.
    if (mutation.kind === 'create' ? row !== null : row === null && !mutation.ownOf) continue;
    row = attempt(resource, row, entry);
  }
  return row;
}

/** Returns the row after a command. Throws the rule's `Refusal`. */
export function ruleOn(resource: AnyResource, row: BaseRow | null, entry: OutboxEntry): BaseRow | null {
  const next = resource.mutations[entry.mutation]?.apply(row, {
    id: entry.id,
    args: entry.args,
    eventId: entry.eventId,
    userId: entry.userId,
    now: new Date(entry.createdAt).toISOString(),
    order: provisionalOrder + entry.seq,
  });
  return next ? { ...next, id: entry.id, version: row?.version ?? 0 } : null;
}

/**
 * A command that the rule refuses on a newer row, or that fails on it, leaves the view unchanged; the server decides. It must not stop the
 * others.
 */
function attempt(resource: AnyResource, row: BaseRow | null, entry: OutboxEntry): BaseRow | null {
  try {
    return ruleOn(resource, row, entry);
  } catch {
    return row;
  }
}

/**
 * The server's state of a row as far as this device has it. A tombstone keeps its version, so that an older answer cannot bring the row
 * back.
 */
export interface Base {
  readonly row: BaseRow | null;
  readonly version: number;
}

export const unknownBase: Base = { row: null, version: 0 };

export function baseOf(record: Stored<BaseRow> | undefined): Base {
  if (!record) return unknownBase;
  if (record.$pending) return { row: record.$base ?? null, version: record.version };
  return record.$gone ? { row: null, version: record.version } : { row: record, version: record.version };
}

/** Returns the later state by the server's version; the device's clock never decides. */
export function laterBase(known: Base, arrived: Base): Base {
  return arrived.version >= known.version ? arrived : known;
}

/** Returns the record to store for a row, or null if there is none. */
export function recordOf(resource: AnyResource, id: BaseRow['id'], base: Base, pending: readonly OutboxEntry[]): Stored<BaseRow> | null {
  if (pending.length === 0) {
    if (base.row) return withIndexed(resource, base.row);
    return null;
  }
  const marks = { $base: base.row, $pending: pending.map(({ key }) => key) };
  const view = rebase(resource, base.row, pending);
  if (view === null) return { id, version: base.version, $gone: 1, ...marks };
  return { ...withIndexed(resource, view), version: base.version, ...marks };
}

/** Returns the mark of a removed row that is stored until its tombstone arrives. */
export function deletedRecord(id: BaseRow['id'], version: number): Stored<BaseRow> {
  return { id, version, $gone: 1 };
}

function withIndexed(resource: AnyResource, row: BaseRow): Stored<BaseRow> {
  return resource.indexed ? { ...row, ...resource.indexed(row) } : row;
}

/** Returns the row without the marks of the mirror, or null if it was removed. */
export function viewOf(resource: AnyResource, record: Stored<BaseRow> | undefined): BaseRow | null {
  if (!record || record.$gone) return null;
  const { $base: _base, $pending: _pending, $gone: _gone, ...row } = record;
  for (const field of Object.keys(resource.indexed?.(row) ?? {})) delete (row as Record<string, unknown>)[field];
  return row;
}
