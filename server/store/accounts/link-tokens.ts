import { lockAccount } from './account-lock.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import type { LinkUse, LinkWay } from '../core/account-tables.ts';

export type { LinkUse, LinkWay };

/** A link identified by the hash of its token. Times are milliseconds since the epoch. */
export interface LinkToken {
  readonly hash: string;
  readonly userId: number;
  readonly use: LinkUse;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly way: LinkWay;
  readonly address?: string;
}

export async function insertLinkToken(
  trx: WriteHandle,
  { hash, userId, use, createdAt, expiresAt, way, address }: LinkToken,
): Promise<void> {
  lockAccount(trx, userId);
  const token = { hash, user_id: userId, use, created_at: createdAt, expires_at: expiresAt, way, address: address ?? null };
  await sqlOf(trx).insertInto('link_tokens').values(token).execute();
}

/** Returns the owner of a token and when (ms) it was used; null if it is unknown or has expired at `now`. */
export async function findLinkToken(
  db: ReadHandle,
  { hash, use, now }: { hash: string; use: LinkUse; now: number },
): Promise<{ userId: number; usedAt: number | null; way: LinkWay; address: string | null } | null> {
  const row = await sqlOf(db)
    .selectFrom('link_tokens')
    .select(['user_id', 'used_at', 'way', 'address'])
    .where('hash', '=', hash)
    .where('use', '=', use)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? { userId: row.user_id, usedAt: row.used_at, way: row.way, address: row.address } : null;
}

/** Returns whether a link with the same use was issued to the user after `time` (ms). */
export async function hasLaterLinkToken(db: ReadHandle, userId: number, use: LinkUse, time: number): Promise<boolean> {
  const later = await sqlOf(db)
    .selectFrom('link_tokens')
    .select('hash')
    .where('user_id', '=', userId)
    .where('use', '=', use)
    .where('created_at', '>', time)
    .executeTakeFirst();
  return later !== undefined;
}

/** Marks a token as used; only one of several concurrent calls returns true. */
export async function spendLinkToken(trx: WriteHandle, hash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await sqlOf(trx)
    .updateTable('link_tokens')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a user's unused links, of one use or of all. Used links stay until they expire, so that they differ from unknown ones. */
export async function revokeLinkTokens(trx: WriteHandle, userId: number, use?: LinkUse): Promise<void> {
  lockAccount(trx, userId);
  const unused = sqlOf(trx).deleteFrom('link_tokens').where('user_id', '=', userId).where('used_at', 'is', null);
  await (use === undefined ? unused : unused.where('use', '=', use)).execute();
}

/** Revokes all reset links of a user, and deletes reset mails that were not sent yet. */
export async function revokeResetLinks(trx: WriteHandle, userId: number): Promise<void> {
  await revokeLinkTokens(trx, userId, 'reset');
  await sqlOf(trx)
    .deleteFrom('mails')
    .where('kind', '=', 'reset')
    .where('address', '=', (is) =>
      is
        .selectFrom('users')
        .select((of) => of.fn.coalesce('sign_in_email', 'email').as('address'))
        .where('id', '=', userId),
    )
    .where('state', '=', 'waiting')
    .execute();
}

/** Deletes links that have expired at `time` (ms since the epoch). */
export async function deleteLinkTokensBefore(trx: WriteHandle, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('link_tokens').where('expires_at', '<=', time).execute();
}
