import { Secret, TOTP } from 'otpauth';
import { times } from '../../../contract/limits.ts';

const period = 30;

/**
 * The time step (RFC 6238) that `code` belongs to, or null where it fits none. One step to either side is taken, for phones whose clock
 * is off. Whether the step was used before is for the caller to find out.
 */
export function stepOf(code: string, base32: string, now: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(base32), algorithm: 'SHA1', digits: 6, period });
  const delta = totp.validate({ token: code.replaceAll(/\s/g, ''), timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / times.second / period) + delta;
}
