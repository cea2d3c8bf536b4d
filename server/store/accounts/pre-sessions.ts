import { sqlOf, type Writing } from '../core/handles.ts';

/** Spends a pre-session, until `expiresAt` (ms), when it is no good any more; of many who do so at once, one gets true. */
export async function spendPreSession(trx: Writing, { hash, expiresAt }: { hash: string; expiresAt: number }): Promise<boolean> {
  const spent = await sqlOf(trx)
    .insertInto('spent_pre_sessions')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Forgets those that were over at `time` (ms since the epoch). */
export async function deletePreSessionsBefore(trx: Writing, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('spent_pre_sessions').where('expires_at', '<=', time).execute();
}
