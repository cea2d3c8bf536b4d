import { Secret, TOTP } from 'otpauth';
import { times } from '#contract/times.ts';

/** The parameters that all authenticator apps support. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

const issuer = 'Event Companion';

/** Returns a new secret (160 bits, base32), and its key URI (`otpauth:`) with the name of the account. */
export function newSecret(email: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: new TOTP({ ...parameters, issuer, label: email, secret }).toString() };
}

const typed = (code: string): string => code.replaceAll(/\s/g, '');

export const isOneTimeCode = (code: string): boolean => /^\d{6}$/.test(typed(code));

/**
 * Returns the time step (RFC 6238) of `code`, or null if the code fits none. Accepts one step before and after, for phones with a wrong
 * clock. The caller has to check if the step was used before.
 */
export function stepOf(code: string, base32: string, now: number): number | null {
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(base32) });
  const delta = totp.validate({ token: typed(code), timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / times.second / parameters.period) + delta;
}
