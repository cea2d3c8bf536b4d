import { sql } from 'kysely';
import { resources } from '#contract/resources.ts';
import { windows } from '#contract/rules/windows.ts';
import { scopeOf } from '#contract/scope.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { idIn, pairsOf, valuesOf } from '../core/dialect.ts';
import type { ReceiptOfRow } from './receipts.ts';

/** Rows that one transaction of a purge deletes; other work runs between two transactions. */
const inOneSlice = 1_000;

/** Deletes a slice of the receipts from before `time` (ms since the epoch). Returns whether there may be more. */
export async function deleteReceiptsBefore(trx: WriteHandle, time: number): Promise<boolean> {
  const db = sqlOf(trx);
  const old = await db.selectFrom('receipts').select(['user_id', 'key']).where('created_at', '<', time).limit(inOneSlice).execute();
  const keys = JSON.stringify(old.map(({ user_id, key }) => [user_id, key]));
  await db
    .deleteFrom('receipts')
    .where(sql<boolean>`(user_id, key) in ${pairsOf(db, keys, ['number', 'text'])}`)
    .execute();
  return old.length === inOneSlice;
}

/** Returns the tombstones of these row ids, in any resource. */
export async function tombstonesAmong(
  db: ReadHandle,
  ids: readonly string[],
): Promise<{ readonly resource: string; readonly rowId: string }[]> {
  if (ids.length === 0) return [];
  return sqlOf(db)
    .selectFrom('change_log')
    .select(['resource', 'row_id as rowId'])
    .distinct()
    .where('gone', '=', 1)
    .where('row_id', 'in', valuesOf<string>(sqlOf(db), JSON.stringify(ids), 'text'))
    .execute();
}

/** Returns up to `limit` receipts with a body, in the order of user and key, after `after`. `rowId` is the row that the body describes. */
export async function receiptsAfter(
  db: ReadHandle,
  after: Pick<ReceiptOfRow, 'userId' | 'key'>,
  limit: number,
): Promise<(ReceiptOfRow & { readonly rowId: string | null })[]> {
  const records = await sqlOf(db)
    .selectFrom('receipts')
    .select(['user_id', 'key', 'body'])
    .select(
      sql<string | number | null>`coalesce(${idIn(sqlOf(db), 'body', 'id')}, ${idIn(sqlOf(db), 'body', 'current', 'id')})`.as('row_id'),
    )
    .where(({ eb, refTuple, tuple }) => eb(refTuple('user_id', 'key'), '>', tuple(after.userId, after.key)))
    .where('body', 'is not', null)
    .orderBy('user_id')
    .orderBy('key')
    .limit(limit)
    .execute();
  return records.map(({ user_id: userId, key, body, row_id: rowId }) => ({
    userId,
    key,
    body: String(body),
    rowId: rowId === null ? null : String(rowId),
  }));
}

const ofPeople = resources.map(({ name }) => name).filter((name) => windows[name]?.kind === 'named');

/**
 * Deletes a slice of the tombstones from before `time` (ms since the epoch), and raises the purged number of their scopes. Returns whether
 * there may be more. Tombstones of people stay until the event has ended: without them a return would be a first join (`changes.ts`).
 */
export async function deleteTombstonesBefore(trx: WriteHandle, time: number): Promise<boolean> {
  const db = sqlOf(trx);
  const events = await db.selectFrom('events').select('id').where('end_date', '>', new Date(time).toISOString()).execute();
  const scopes = JSON.stringify(events.map(({ id }) => scopeOf.event(id)));
  const old = await db
    .selectFrom('change_log')
    .select(['scope', 'number', 'resource', 'row_id'])
    .where('gone', '=', 1)
    .where('changed_at', '<', time)
    .where((is) => is.or([is('resource', 'not in', ofPeople), is('scope', 'not in', valuesOf<string>(db, scopes, 'text'))]))
    .orderBy('changed_at')
    .limit(inOneSlice)
    .execute();
  for (const [scope, tombstones] of Map.groupBy(old, (each) => each.scope)) {
    const purged = Math.max(...tombstones.map(({ number }) => number));
    await db
      .updateTable('scope_counters')
      .set({ purged_number: purged })
      .where('scope', '=', scope)
      .where('purged_number', '<', purged)
      .execute();
    await db
      .deleteFrom('change_log')
      .where('scope', '=', scope)
      .where(
        'number',
        'in',
        tombstones.map(({ number }) => number),
      )
      .execute();
  }
  return old.length === inOneSlice;
}
