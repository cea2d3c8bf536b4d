import { sql } from 'kysely';
import { entityKey, type RowId, type RowRef } from '../../../contract/resource.ts';
import type { Scope } from '../../../contract/scope.ts';
import { chunksOf } from '../core/chunks.ts';
import { insertMany } from '../core/insert-many.ts';
import { pairsOf, valuesOf } from '../core/dialect.ts';
import { type Given, statement } from '../core/statement.ts';
import { type Reading, sqlOf, type Writing } from '../core/handles.ts';

/** How far a scope is: `number` is its latest change, tombstones up to `purgedNumber` may be missing. */
export interface ScopeCounter {
  readonly number: number;
  readonly purgedNumber: number;
}

/** Where a row was last changed within a scope. `gone` says that it is no longer in there. */
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

/** The counters of these scopes; one that never had a change is left out. */
export async function readCounters(db: Reading, scopes: readonly Scope[]): Promise<Map<Scope, ScopeCounter>> {
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

/** Those of these rows that were in one of the scopes and are gone, as `posts:0192…`, as long as their tombstones are kept. */
export async function goneFrom(db: Reading, scopes: readonly Scope[], rows: readonly RowRef[]): Promise<Set<string>> {
  const gone = new Set<string>();
  if (rows.length === 0) return gone;
  const named = rows.map(({ resource, id }) => [resource, String(id)]);
  for (const { resource, row_id: id } of await tombstones(db, { scopes: JSON.stringify(scopes), rows: JSON.stringify(named) }))
    gone.add(entityKey({ resource, id }));
  return gone;
}

/** The versions of those of these rows that are gone from a scope, by their ids, as long as their tombstones are kept. */
export async function versionsOfGone(db: Reading, scope: Scope, resource: string, ids: readonly RowId[]): Promise<Map<RowId, number>> {
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
 * Raises counters, and has who reads these scopes told; the last statement of a writing transaction, so that commit order is number order.
 * Throws a `TypeError` for a scope that the transaction did not say it would touch.
 */
export async function writeCounters(trx: Writing, numbers: ReadonlyMap<Scope, number>): Promise<void> {
  trx.claim(numbers.keys());
  if (numbers.size === 0) return;
  for (const scope of numbers.keys()) trx.news.scopes.add(scope);
  await raise(
    trx,
    // In one order for all, so that no two wait for each other.
    [...numbers].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([scope, number]) => ({ scope, number, purged_number: 0 })),
  );
}

const move = insertMany({
  table: 'change_log',
  columns: ['scope', 'resource', 'row_id', 'number', 'version', 'gone', 'key', 'key_user', 'changed_at'],
  key: ['scope', 'resource', 'row_id'],
});

/** Moves pointers; `now` is in milliseconds since the epoch. */
export async function writePointers(trx: Writing, pointers: readonly Pointer[], now: number): Promise<void> {
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
  }));
  await move(trx, columns);
}
