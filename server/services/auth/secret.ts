import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { StartError } from '#server/config.ts';
import { readOrCreateFile } from '#server/lib/files/data-dir.ts';

const uses = [
  'access-token',
  'refresh',
  'csrf',
  'known-device',
  'mail-link',
  'throttle',
  'removed-address',
  'security-log',
  'second-factor',
] as const;
export type SecretUse = (typeof uses)[number];

/** Returns the key for one use, derived from the server's secret (HKDF, RFC 5869), so that no key works for another use. */
export type Secret = (use: SecretUse) => Buffer;

export function secretOf(master: Buffer): Secret {
  const key = (use: SecretUse) => Buffer.from(hkdfSync('sha256', master, '', `event-companion ${use}`, 32));
  const keys = Object.fromEntries(uses.map((use) => [use, key(use)])) as Record<SecretUse, Buffer>;
  return (use) => keys[use];
}

export const makeSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the secret from its text, 32 bytes in base64. Throws a `StartError` that names its `place`. */
export function secretIn(text: string, place: string): Secret {
  const master = Buffer.from(text, 'base64url');
  if (master.length === 32) return secretOf(master);
  throw new StartError(`${place} is damaged – remove it to make a new one; everybody has to sign in again`);
}

/** Reads the secret from `dataDir/secret`. The first start creates it, readable by the owner only. Throws a `StartError`. */
export const loadSecret = (dataDir: string): Secret => secretIn(readOrCreateFile(dataDir, 'secret', makeSecret), join(dataDir, 'secret'));
