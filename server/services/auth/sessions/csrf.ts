import { createHmac, hash, randomBytes } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import type { Clock } from '#server/lib/clock.ts';
import { timingSafeEqualTexts } from '#server/lib/timing-safe-equal.ts';
import { deletePreSessionsBefore, spendPreSession } from '#server/store/accounts/sessions.ts';
import type { WriteHandle } from '#server/store/store.ts';
import type { Secret } from '../secret.ts';

export const preSessionLife = 30 * times.minute;

/** A valid pre-session; `expiresAt` is in ms. */
export interface PreSession {
  readonly hash: string;
  readonly expiresAt: number;
}

/**
 * Prevents login CSRF (OWASP): the pre-session is a cookie that no other site can read or set, the token an HMAC of it in the body of the
 * sign-in. A sign-in spends its pre-session in the database, for all processes.
 */
export interface Csrf {
  issue(): { preSession: string; csrfToken: string };
  /** Throws `forged_request` unless the token belongs to this pre-session and has not expired. */
  check(preSession: string | undefined, csrfToken: string): PreSession;
  /** Throws `forged_request` if it was spent before. */
  spend(trx: WriteHandle, preSession: PreSession): Promise<void>;
}

export function createCsrf(secret: Secret, clock: Clock): Csrf {
  const tokenOf = (preSession: string) => createHmac('sha256', secret('csrf')).update(preSession).digest('base64url');

  return {
    issue() {
      const preSession = `${randomBytes(16).toString('base64url')}.${clock.now() + preSessionLife}`;
      return { preSession, csrfToken: tokenOf(preSession) };
    },
    check(preSession, csrfToken) {
      if (preSession === undefined || !timingSafeEqualTexts(tokenOf(preSession), csrfToken)) throw new Refusal('forged_request');
      const expiresAt = Number(preSession.split('.')[1]);
      if (!(expiresAt > clock.now())) throw new Refusal('forged_request');
      return { hash: hash('sha256', preSession, 'base64url'), expiresAt };
    },
    async spend(trx, preSession) {
      await deletePreSessionsBefore(trx, clock.now());
      if (!(await spendPreSession(trx, preSession))) throw new Refusal('forged_request');
    },
  };
}
