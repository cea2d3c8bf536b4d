import { sqlOf, type Writing } from '../core/handles.ts';

/** Marks a pre-session as used until it expires at `expiresAt` (ms); only one of several concurrent calls returns true. */
export async function spendPreSession(trx: Writing, { hash, expiresAt }: { hash: string; expiresAt: number }): Promise<boolean> {
  const spent = await sqlOf(trx)
    .insertInto('spent_pre_sessions')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Deletes the pre-sessions that have expired at `time` (ms since the epoch). */
export async function deletePreSessionsBefore(trx: Writing, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('spent_pre_sessions').where('expires_at', '<=', time).execute();
}
