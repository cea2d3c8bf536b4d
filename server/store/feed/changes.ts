import { sql } from 'kysely';
import { entityKey, type RowId, type RowRef } from '#contract/resource.ts';
import { windows } from '#contract/rules/windows.ts';
import type { Scope } from '#contract/scope.ts';
import { chunksOf } from '../core/chunks.ts';
import { insertMany } from '../core/insert-many.ts';
import { pairsOf, valuesOf } from '../core/dialect.ts';
import { type Given, statement } from '../core/statement.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';

/** The state of a scope: `number` is its latest change; tombstones up to `purgedNumber` may be missing. */
export interface ScopeCounter {
  readonly number: number;
  readonly purgedNumber: number;
}

/** The last change of a row within a scope. `gone` is true for a tombstone. */
export interface Pointer {
  readonly scope: Scope;
  readonly resource: string;
  readonly rowId: string;
  readonly number: number;
  readonly version: number;
  readonly gone: boolean;
  readonly key: string | null;
  readonly keyUser: number | null;
}

const countersOf = statement((db, given: Given<{ scopes: string }>) =>
  db
    .selectFrom('scope_counters')
    .selectAll()
    .where('scope', 'in', valuesOf<string>(db, given('scopes'), 'text')),
);

/** Returns the counters of these scopes; scopes without a change are left out. */
export async function readCounters(db: ReadHandle, scopes: readonly Scope[]): Promise<Map<Scope, ScopeCounter>> {
  if (scopes.length === 0) return new Map();
  const records = await countersOf(db, { scopes: JSON.stringify(scopes) });
  return new Map(records.map(({ scope, number, purged_number }) => [scope as Scope, { number, purgedNumber: purged_number }]));
}

const tombstones = statement((db, given: Given<{ scopes: string; rows: string }>) =>
  db
    .selectFrom('change_log')
    .select(['resource', 'row_id'])
    .where('scope', 'in', valuesOf<string>(db, given('scopes'), 'text'))
    .where(sql<boolean>`(resource, row_id) in ${pairsOf(db, given('rows'), ['text', 'text'])}`)
    .where('gone', '=', 1),
);

/** Returns which of these rows have a tombstone in one of the scopes, as `posts:0192…`. */
export async function deletedKeys(db: ReadHandle, scopes: readonly Scope[], rows: readonly RowRef[]): Promise<Set<string>> {
  const gone = new Set<string>();
  if (rows.length === 0) return gone;
  const named = rows.map(({ resource, id }) => [resource, String(id)]);
  for (const { resource, row_id: id } of await tombstones(db, { scopes: JSON.stringify(scopes), rows: JSON.stringify(named) }))
    gone.add(entityKey({ resource, id }));
  return gone;
}

/** Returns the versions of the tombstones of these rows in a scope, by row id. */
export async function deletedVersions(db: ReadHandle, scope: Scope, resource: string, ids: readonly RowId[]): Promise<Map<RowId, number>> {
  const versions = new Map<RowId, number>();
  for (const chunk of chunksOf(ids)) {
    const found = await sqlOf(db)
      .selectFrom('change_log')
      .select(['row_id', 'version'])
      .where('scope', '=', scope)
      .where('resource', '=', resource)
      .where('row_id', 'in', chunk.map(String))
      .where('gone', '=', 1)
      .execute();
    for (const { row_id: id, version } of found) versions.set(id, version);
  }
  return versions;
}

const raise = insertMany({ table: 'scope_counters', columns: ['scope', 'number', 'purged_number'], key: ['scope'], replaces: ['number'] });

/**
 * Raises counters and announces the scopes as changed. It must be the last statement of a transaction, so that the order of commits is the
 * order of numbers. Throws a `TypeError` for a scope that the transaction did not announce. In the scopes of `joined` people have joined and
 * nothing else changed.
 */
export async function writeCounters(
  trx: WriteHandle,
  numbers: ReadonlyMap<Scope, number>,
  joined: ReadonlySet<Scope> = new Set(),
): Promise<void> {
  trx.claim(numbers.keys());
  if (numbers.size === 0) return;
  for (const scope of numbers.keys()) trx.news.scopes.add(joined.has(scope) ? `${scope}~` : scope);
  await raise(
    trx,
    // A fixed order avoids deadlocks.
    [...numbers].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([scope, number]) => ({ scope, number, purged_number: 0 })),
  );
}

/**
 * 1 for the first pointer of a person: a device of a big event passes it over. 2 for a person who has been away, because devices have
 * deleted the row and may hold others that name it.
 */
const passed = sql<number>`case when excluded.passed = 1 and (change_log.passed = 2 or change_log.gone = 1) then 2 else 0 end`;

/** Returns whether a pointer is the first of a person, which devices of a big event never read. */
export const isFirstJoin = ({ resource, version, gone }: Pointer): boolean => windows[resource]?.kind === 'named' && version === 1 && !gone;

const move = insertMany({
  table: 'change_log',
  columns: ['scope', 'resource', 'row_id', 'number', 'version', 'gone', 'key', 'key_user', 'changed_at', 'passed'],
  key: ['scope', 'resource', 'row_id'],
  merges: { passed },
});

/** Moves pointers; `now` is in milliseconds since the epoch. */
export async function writePointers(trx: WriteHandle, pointers: readonly Pointer[], now: number): Promise<void> {
  const columns = pointers.map((pointer) => ({
    scope: pointer.scope,
    resource: pointer.resource,
    row_id: pointer.rowId,
    number: pointer.number,
    version: pointer.version,
    gone: pointer.gone ? 1 : 0,
    key: pointer.key,
    key_user: pointer.keyUser,
    changed_at: now,
    passed: windows[pointer.resource]?.kind === 'named' && !pointer.gone ? 1 : 0,
  }));
  await move(trx, columns);
}
