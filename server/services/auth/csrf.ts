import { createHmac, randomBytes } from 'node:crypto';
import { Refusal } from '../../../contract/errors.ts';
import { times } from '../../../contract/times.ts';
import type { Clock } from '../../context.ts';
import { sameText } from '../../same-text.ts';
import type { Secret } from './secret.ts';

/** How long a pre-session is good for, in ms. */
export const preSessionLife = 30 * times.minute;

/**
 * Against login CSRF (OWASP): the pre-session is a cookie that no other site can read or set, the token an HMAC over it that goes into
 * the login's body. The login that uses it spends it.
 */
export interface Csrf {
  issue(): { preSession: string; csrfToken: string };
  /** Throws `forged_request` unless the token belongs to this pre-session, which is neither too old nor spent. */
  spend(preSession: string | undefined, csrfToken: string): void;
}

/** `spentKept` is how many spent pre-sessions are remembered at most, about 100 bytes each. */
export function createCsrf(secret: Secret, clock: Clock, spentKept = 50_000): Csrf {
  /** Spent pre-sessions with the time (ms) at which they would have expired anyway, in the order in which they were spent. */
  const spent = new Map<string, number>();
  /** A pre-session that expires at or before this time (ms) may have been spent and forgotten. */
  let forgottenUntil = 0;
  const tokenOf = (preSession: string) => createHmac('sha256', secret('csrf')).update(preSession).digest('base64url');

  return {
    issue() {
      const preSession = `${randomBytes(16).toString('base64url')}.${clock.now() + preSessionLife}`;
      return { preSession, csrfToken: tokenOf(preSession) };
    },
    spend(preSession, csrfToken) {
      if (preSession === undefined || !sameText(tokenOf(preSession), csrfToken)) throw new Refusal('forged_request');
      const expiresAt = Number(preSession.split('.')[1]);
      if (!(expiresAt > Math.max(clock.now(), forgottenUntil)) || spent.has(preSession)) throw new Refusal('forged_request');
      for (const [old, end] of spent) {
        if (end > clock.now() && spent.size < spentKept) break;
        spent.delete(old);
        forgottenUntil = Math.max(forgottenUntil, end);
      }
      spent.set(preSession, expiresAt);
    },
  };
}
