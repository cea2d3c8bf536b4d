import { createHash, createHmac, randomBytes } from 'node:crypto';
import { times } from '../../../../contract/times.ts';
import type { LinkUse } from '../../../store/accounts/link-tokens.ts';
import type { Secret } from '../secret.ts';

/** Bytes of a token: what is mailed is not guessed. */
const length = 16;

/** How long (ms) the link in a mail counts, from when the mail was asked for. */
export const linkLife: Record<LinkUse, number> = { verify: times.day, reset: 2 * times.hour, revert: 7 * times.day };

/** How long (ms) a link counts that an admin hands over. */
export const handedOverLife = times.day;

/** The token of the link in a mail: whoever has the database, and not the server's secret, cannot make it. */
export function tokenOfMail(secret: Secret, mailId: string): string {
  return createHmac('sha256', secret('mail-link')).update(mailId).digest().subarray(0, length).toString('base64url');
}

export const newLinkToken = (): string => randomBytes(length).toString('base64url');

/** As which a token is stored. */
export const hashOfLinkToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const screens: Record<LinkUse, string> = {
  verify: '/verify-email',
  reset: '/reset-password',
  revert: '/revert-address',
};

/** Where somebody uses a token. It stands behind the `#`: no server, log or referrer gets to see it. */
export const linkWith = (origin: string, use: LinkUse, token: string): string => `${origin}/#${screens[use]}?token=${token}`;
