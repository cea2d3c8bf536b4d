import { createHash, createHmac, randomBytes } from 'node:crypto';
import { times } from '#contract/times.ts';
import { insertLinkToken, type LinkUse, type LinkWay, revokeResetLinks } from '#server/store/accounts/link-tokens.ts';
import type { WriteHandle } from '#server/store/store.ts';
import type { Secret } from '../secret.ts';

/** Bytes of a token: enough that nobody guesses one. */
const length = 16;

/** How long (ms) a mailed link is valid, from when the mail was requested. */
export const linkLife: Record<LinkUse, number> = { verify: times.day, reset: 2 * times.hour, revert: 7 * times.day };

/** How long (ms) a link that an admin hands over is valid. */
export const handedOverLife = times.day;

/** Returns the token of a mailed link. A reader of the database cannot derive it without the server's secret. */
export function tokenOfMail(secret: Secret, mailId: string): string {
  return createHmac('sha256', secret('mail-link')).update(mailId).digest().subarray(0, length).toString('base64url');
}

export const newLinkToken = (): string => randomBytes(length).toString('base64url');

export const hashOfLinkToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const screens: Record<LinkUse, string> = {
  verify: '/verify-email',
  reset: '/reset-password',
  revert: '/revert-address',
};

/** Returns the link to the screen that uses a token. The token is behind the `#`, so that no server, log or referrer receives it. */
export const linkWith = (origin: string, use: LinkUse, token: string): string => `${origin}/#${screens[use]}?token=${token}`;

/** Returns the token of a reset link that an admin hands over, and revokes earlier links. Times are milliseconds since the epoch. */
export async function issueResetToken(
  trx: WriteHandle,
  userId: number,
  now: number,
  way: Exclude<LinkWay, 'mailed'> = 'handed-over',
): Promise<{ token: string; expiresAt: number }> {
  const token = newLinkToken();
  const expiresAt = now + handedOverLife;
  await revokeResetLinks(trx, userId);
  await insertLinkToken(trx, { hash: hashOfLinkToken(token), userId, use: 'reset', createdAt: now, expiresAt, way });
  return { token, expiresAt };
}
