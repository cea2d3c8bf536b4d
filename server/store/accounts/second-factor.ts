import { lockAccount } from './account-lock.ts';
import { sqlOf, type ReadHandle, type WriteHandle } from '../core/handles.ts';

export interface Setup {
  readonly id: string;
  /** As stored. */
  readonly secret: string;
  readonly begunAt: number;
  /** The time step (RFC 6238) of the code that confirmed it; null until then. */
  readonly confirmedStep: number | null;
}

/** Stores a setup; it replaces an earlier one. */
export async function insertSetup(trx: WriteHandle, userId: number, { id, secret, begunAt }: Omit<Setup, 'confirmedStep'>): Promise<void> {
  lockAccount(trx, userId);
  const values = { id, secret, begun_at: begunAt, confirmed_step: null };
  await sqlOf(trx)
    .insertInto('second_factor_setups')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function findSetup(db: ReadHandle, userId: number): Promise<Setup | null> {
  const row = await sqlOf(db)
    .selectFrom('second_factor_setups')
    .select(['id', 'secret', 'begun_at as begunAt', 'confirmed_step as confirmedStep'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteSetup(trx: WriteHandle, userId: number): Promise<void> {
  lockAccount(trx, userId);
  await sqlOf(trx).deleteFrom('second_factor_setups').where('user_id', '=', userId).execute();
}

/** Deletes the setups that began before `at` (ms since the epoch). */
export async function deleteSetupsBefore(trx: WriteHandle, at: number): Promise<void> {
  await sqlOf(trx).deleteFrom('second_factor_setups').where('begun_at', '<', at).execute();
}

/** Turns the second factor on with this secret, and marks the code of `step` as used. */
export async function confirmSetup(trx: WriteHandle, userId: number, { secret, step }: { secret: string; step: number }): Promise<void> {
  lockAccount(trx, userId);
  await sqlOf(trx).updateTable('users').set({ totp_secret: secret, totp_last_step: step }).where('id', '=', userId).execute();
  await sqlOf(trx).updateTable('second_factor_setups').set({ confirmed_step: step }).where('user_id', '=', userId).execute();
}

/** Deletes the second factor, its recovery codes and its setup. */
export async function deleteSecondFactor(trx: WriteHandle, userId: number): Promise<void> {
  lockAccount(trx, userId);
  await sqlOf(trx).updateTable('users').set({ totp_secret: null, totp_last_step: null }).where('id', '=', userId).execute();
  await replaceRecoveryCodes(trx, userId, []);
  await deleteSetup(trx, userId);
}

export async function replaceRecoveryCodes(trx: WriteHandle, userId: number, hashes: readonly string[]): Promise<void> {
  lockAccount(trx, userId);
  await sqlOf(trx).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const values = hashes.map((hash) => ({ user_id: userId, hash }));
  if (values.length > 0) await sqlOf(trx).insertInto('recovery_codes').values(values).execute();
}

/** Deletes a recovery code; returns false if it is unknown or was used. One statement, so that one of two concurrent calls wins. */
export async function spendRecoveryCode(trx: WriteHandle, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await sqlOf(trx)
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns all secrets of second factors, active or being set up, as stored. */
export async function storedSecrets(db: ReadHandle): Promise<{ userId: number; stored: string }[]> {
  const on = sqlOf(db).selectFrom('users').select(['id as userId', 'totp_secret as stored']).where('totp_secret', 'is not', null);
  const begun = sqlOf(db).selectFrom('second_factor_setups').select(['user_id as userId', 'secret as stored']);
  return on.$narrowType<{ stored: string }>().union(begun).execute();
}

/** Replaces the stored form of a secret. */
export async function replaceSecret(trx: WriteHandle, userId: number, { from, to }: { from: string; to: string }): Promise<void> {
  lockAccount(trx, userId);
  await sqlOf(trx).updateTable('users').set({ totp_secret: to }).where('id', '=', userId).where('totp_secret', '=', from).execute();
  await sqlOf(trx)
    .updateTable('second_factor_setups')
    .set({ secret: to })
    .where('user_id', '=', userId)
    .where('secret', '=', from)
    .execute();
}
