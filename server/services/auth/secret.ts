import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { StartError } from '../../config.ts';
import { readOrMake } from '../../lib/data-dir.ts';

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

/** The server's secret, as one key per use (HKDF, RFC 5869), so that no use can be played against another. */
export type Secret = (use: SecretUse) => Buffer;

export function secretOf(master: Buffer): Secret {
  const key = (use: SecretUse) => Buffer.from(hkdfSync('sha256', master, '', `event-companion ${use}`, 32));
  const keys = Object.fromEntries(uses.map((use) => [use, key(use)])) as Record<SecretUse, Buffer>;
  return (use) => keys[use];
}

export const makeSecret = (): string => randomBytes(32).toString('base64url');

/** The secret that a text is, 32 bytes in base64. Throws a `StartError` that names `place`, where it lies. */
export function secretIn(text: string, place: string): Secret {
  const master = Buffer.from(text, 'base64url');
  if (master.length === 32) return secretOf(master);
  throw new StartError(`${place} is damaged – remove it to make a new one; everybody has to sign in again`);
}

/** Reads the secret from `dataDir/secret`; the first start makes it, readable by the owner only. Throws a `StartError`. */
export const loadSecret = (dataDir: string): Secret => secretIn(readOrMake(dataDir, 'secret', makeSecret), join(dataDir, 'secret'));
