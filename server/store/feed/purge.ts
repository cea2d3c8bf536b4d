import type { Database, Trx } from '../engine/schema.ts';
import { untilUnlocked } from '../engine/until-unlocked.ts';

/** Forgets receipts that were made before `time` (ms since the epoch). */
export async function deleteReceiptsBefore(db: Database, time: number): Promise<void> {
  await untilUnlocked(() => db.deleteFrom('receipts').where('created_at', '<', time).execute());
}

/** Forgets tombstones from before `time` (ms since the epoch) and notes how far each scope is now without them. */
export async function deleteTombstonesBefore(db: Database, time: number): Promise<void> {
  await untilUnlocked(() => db.transaction().execute((trx) => deleteTombstones(trx, time)));
}

async function deleteTombstones(trx: Trx, time: number): Promise<void> {
  const purged = await trx
    .selectFrom('change_log')
    .select((is) => ['scope', is.fn.max('number').as('number')])
    .where('gone', '=', 1)
    .where('changed_at', '<', time)
    .groupBy('scope')
    .execute();
  for (const { scope, number } of purged) {
    await trx
      .updateTable('scope_counters')
      .set({ purged_number: number })
      .where('scope', '=', scope)
      .where('purged_number', '<', number)
      .execute();
  }
  await trx.deleteFrom('change_log').where('gone', '=', 1).where('changed_at', '<', time).execute();
}
