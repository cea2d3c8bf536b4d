import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { times } from '../../../../contract/times.ts';
import type { Secret } from '../secret.ts';

/** How long a device is known after it was last signed in on, in ms. */
export const knownFor = 365 * times.day;

/**
 * Devices on which an account was signed in before (OWASP, "device cookies"): failures of others do not count against them, so that nobody
 * can keep somebody out by guessing at their password.
 */
export interface KnownDevices {
  /** The name of the device whose cookie this is, where that account was signed in on it; null for any other. */
  nameOf(cookie: string | undefined, email: string): string | null;
  /** A cookie for a device on which this account has just been signed in. */
  cookieFor(email: string): string;
}

export function createKnownDevices(secret: Secret): KnownDevices {
  const sealed = (name: string, email: string): Buffer =>
    createHmac('sha256', secret('known-device')).update(`${name} ${email.trim().toLowerCase()}`).digest();
  return {
    nameOf(cookie, email) {
      const [name = '', seal = ''] = cookie?.split('.') ?? [];
      const given = Buffer.from(seal, 'base64url');
      const right = sealed(name, email);
      return given.length === right.length && timingSafeEqual(given, right) ? name : null;
    },
    cookieFor(email) {
      const name = randomBytes(16).toString('base64url');
      return `${name}.${sealed(name, email).toString('base64url')}`;
    },
  };
}
