import { sqlOf, type Writing } from '../engine/handles.ts';

/** Forgets receipts that were made before `time` (ms since the epoch). */
export async function deleteReceiptsBefore(trx: Writing, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('receipts').where('created_at', '<', time).execute();
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
