import { sql } from 'kysely';
import { type Reading, sqlOf, type Writing } from '../engine/handles.ts';
import type { Receipt } from './receipts.ts';

/** Forgets receipts that were made before `time` (ms since the epoch). */
export async function deleteReceiptsBefore(trx: Writing, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('receipts').where('created_at', '<', time).execute();
}

/** An answer that tells of a row which is in no scope any more, and what kind of row that was. */
export interface GoneReceipt extends Pick<Receipt, 'userId' | 'key'> {
  readonly resource: string;
  readonly body: string;
}

/** The answers that tell of rows which are nowhere any more, as long as their tombstones are kept: longer than receipts. */
export async function receiptsOfGone(db: Reading): Promise<GoneReceipt[]> {
  const told = sql<string>`coalesce(json_extract(receipts.body, '$.id'), json_extract(receipts.body, '$.current.id'))`;
  const records = await sqlOf(db)
    .with('gone_rows', (query) =>
      query
        .selectFrom('change_log')
        .select(['resource', 'row_id'])
        .groupBy(['resource', 'row_id'])
        .having((is) => is.fn.min('gone'), '=', 1),
    )
    .selectFrom('receipts')
    .innerJoin('gone_rows', (join) => join.on('gone_rows.row_id', '=', told))
    .select(['receipts.user_id', 'receipts.key', 'receipts.body', 'gone_rows.resource'])
    .where('receipts.body', 'is not', null)
    .execute();
  return records.map(({ user_id: userId, key, body, resource }) => ({ userId, key, body: String(body), resource }));
}

export async function replaceReceipt(trx: Writing, { userId, key, body }: Pick<GoneReceipt, 'userId' | 'key' | 'body'>): Promise<void> {
  await sqlOf(trx).updateTable('receipts').set({ body }).where('user_id', '=', userId).where('key', '=', key).execute();
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
