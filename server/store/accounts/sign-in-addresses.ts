import { lockAccount } from './account-lock.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';

/** A changed address that does not open the account yet. */
export interface PendingAddress {
  /** The address that opens the account until then. */
  readonly opening: string;
  readonly isVerified: boolean;
  readonly isProved: boolean;
  readonly changedAt: number;
}

/** Returns the pending address of a user; null if their address opens the account. */
export async function pendingAddressOf(db: ReadHandle, userId: number): Promise<PendingAddress | null> {
  const row = await sqlOf(db)
    .selectFrom('users')
    .select(['sign_in_email', 'email_verified', 'address_proved', 'address_changed_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row || row.sign_in_email === null) return null;
  return {
    opening: row.sign_in_email,
    isVerified: row.email_verified === 1,
    isProved: row.address_proved === 1,
    changedAt: row.address_changed_at ?? 0,
  };
}

/** Stores that the address was changed at `now` (ms); the address `before` still opens the account. */
export async function storePendingAddress(trx: WriteHandle, userId: number, before: string, now: number): Promise<void> {
  lockAccount(trx, userId);
  await sqlOf(trx)
    .updateTable('users')
    .set((is) => ({ sign_in_email: is.fn.coalesce('sign_in_email', is.val(before)), address_changed_at: now, address_proved: 0 }))
    .where('id', '=', userId)
    .execute();
  // The address was changed back.
  await sqlOf(trx)
    .updateTable('users')
    .set({ sign_in_email: null, address_changed_at: null })
    .where('id', '=', userId)
    .whereRef('sign_in_email', '=', 'email')
    .execute();
}

export async function proveAddress(trx: WriteHandle, userId: number): Promise<void> {
  lockAccount(trx, userId);
  await sqlOf(trx).updateTable('users').set({ address_proved: 1 }).where('id', '=', userId).execute();
}

/** Makes the shown address the one that opens the account. */
export async function openByShownAddress(trx: WriteHandle, userId: number): Promise<void> {
  lockAccount(trx, userId);
  await sqlOf(trx)
    .updateTable('users')
    .set((is) => ({ sign_in_email: null, address_changed_at: null, address_proved: 0, version: is('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Restores an address, proved by a link, as the shown one that also opens the account. */
export async function restoreAddress(trx: WriteHandle, userId: number, address: string): Promise<void> {
  lockAccount(trx, userId);
  await sqlOf(trx)
    .updateTable('users')
    .set((is) => ({
      email: address,
      email_verified: 1,
      sign_in_email: null,
      address_changed_at: null,
      address_proved: 0,
      version: is('version', '+', 1),
    }))
    .where('id', '=', userId)
    .execute();
}

/** Returns users whose verified address was changed before `time` (ms since the epoch) and does not open their account yet. */
export async function peopleWithPendingAddress(db: ReadHandle, time: number): Promise<number[]> {
  const rows = await sqlOf(db)
    .selectFrom('users')
    .select('id')
    .where('sign_in_email', 'is not', null)
    .where('email_verified', '=', 1)
    .where('address_changed_at', '<=', time)
    .execute();
  return rows.map(({ id }) => id);
}
