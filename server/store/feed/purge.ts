import { sql } from 'kysely';
import { type Reading, sqlOf, type Writing } from '../engine/handles.ts';
import { idIn } from '../engine/dialect.ts';
import type { Telling } from './receipts.ts';

/** Forgets receipts that were made before `time` (ms since the epoch). */
export async function deleteReceiptsBefore(trx: Writing, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('receipts').where('created_at', '<', time).execute();
}

/** The resources of rows that are in no scope any more, by their ids, as long as their tombstones are kept: longer than receipts. */
export async function goneRows(db: Reading): Promise<Map<string, string[]>> {
  const records = await sqlOf(db)
    .selectFrom('change_log')
    .select(['resource', 'row_id'])
    .groupBy(['resource', 'row_id'])
    .having((is) => is.fn.min('gone'), '=', 1)
    .execute();
  const gone = new Map<string, string[]>();
  for (const { resource, row_id: id } of records) gone.set(id, [...(gone.get(id) ?? []), resource]);
  return gone;
}

/** Receipts with an answer, by person and key from behind `after` on, up to `limit` of them; `rowId` is that of the row they tell of. */
export async function receiptsAfter(
  db: Reading,
  after: Pick<Telling, 'userId' | 'key'>,
  limit: number,
): Promise<(Telling & { readonly rowId: string | null })[]> {
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

/** Forgets tombstones from before `time` (ms since the epoch) and notes how far each scope is now without them. */
export async function deleteTombstonesBefore(trx: Writing, time: number): Promise<void> {
  const purged = await sqlOf(trx)
    .selectFrom('change_log')
    .select((is) => ['scope', is.fn.max('number').as('number')])
    .where('gone', '=', 1)
    .where('changed_at', '<', time)
    .groupBy('scope')
    .execute();
  for (const { scope, number } of purged) {
    await sqlOf(trx)
      .updateTable('scope_counters')
      .set({ purged_number: number })
      .where('scope', '=', scope)
      .where('purged_number', '<', number)
      .execute();
  }
  await sqlOf(trx).deleteFrom('change_log').where('gone', '=', 1).where('changed_at', '<', time).execute();
}
