import { insertLinkToken, type LinkWay, voidResets } from '#server/store/accounts/link-tokens.ts';
import type { Writing } from '#server/store/store.ts';
import { handedOverLife, hashOfLinkToken, newLinkToken } from './link-tokens.ts';

/** Returns the token of a reset link that an admin hands over, and revokes earlier links. Times are milliseconds since the epoch. */
export async function issueResetToken(
  trx: Writing,
  userId: number,
  now: number,
  way: Exclude<LinkWay, 'mailed'> = 'handed-over',
): Promise<{ token: string; expiresAt: number }> {
  const token = newLinkToken();
  const expiresAt = now + handedOverLife;
  await voidResets(trx, userId);
  await insertLinkToken(trx, { hash: hashOfLinkToken(token), userId, use: 'reset', createdAt: now, expiresAt, way });
  return { token, expiresAt };
}
