import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { times } from '#contract/times.ts';
import type { Secret } from '../secret.ts';

/** How long (ms) a device is known after its last sign-in. */
export const knownDeviceLife = 365 * times.day;

/**
 * Devices on which an account was signed in before (OWASP, "device cookies"): failures elsewhere do not count against them, so nobody can
 * lock an owner out by guesses.
 */
export interface KnownDevices {
  /** Returns the name of the device if its cookie was issued for this account, else null. */
  nameOf(cookie: string | undefined, email: string): string | null;
  /** Returns a cookie for a device on which this account has just signed in. */
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
