import { Secret, TOTP } from 'otpauth';
import { times } from '../../../../contract/times.ts';

/** As authenticator apps take it for granted. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** The name of the account's server in an authenticator app. */
const issuer = 'Event Companion';

/** A new secret (160 bits, base32), and as a key URI (`otpauth:`) with the name of the account. */
export function newSecret(email: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: new TOTP({ ...parameters, issuer, label: email, secret }).toString() };
}

const typed = (code: string): string => code.replaceAll(/\s/g, '');

/** Whether that is meant to be a one-time code. */
export const isOneTimeCode = (code: string): boolean => /^\d{6}$/.test(typed(code));

/**
 * The time step (RFC 6238) that `code` belongs to, or null where it fits none. One step to either side is taken, for phones whose clock
 * is off. Whether the step was used before is for the caller to find out.
 */
export function stepOf(code: string, base32: string, now: number): number | null {
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(base32) });
  const delta = totp.validate({ token: typed(code), timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / times.second / parameters.period) + delta;
}
