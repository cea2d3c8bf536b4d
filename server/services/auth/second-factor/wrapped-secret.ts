import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import { accountLock } from '#server/store/accounts/account-lock.ts';
import { storedSecrets, replaceSecret } from '#server/store/accounts/second-factor.ts';
import type { Store } from '#server/store/store.ts';
import type { Secret } from '../secret.ts';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Starts a wrapped secret; no base32 text starts like this. */
const mark = 'v1.';

export const isWrapped = (stored: string): boolean => stored.startsWith(mark);

const ownerOf = (userId: number): Buffer => Buffer.from(`second factor of ${userId}`);

/** Encrypts a secret (base32) for storage: a dump is useless without the server's secret, and a row is valid for its person only. */
export function wrap(secret: Secret, userId: number, base32: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, secret('second-factor'), iv, { authTagLength: tagLength }).setAAD(ownerOf(userId));
  const text = Buffer.concat([cipher.update(base32, 'utf8'), cipher.final()]);
  return mark + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** Decrypts a stored secret; returns plain ones of earlier versions unchanged. Throws `second_factor_unreadable` for another key. */
export function unwrap(secret: Secret, userId: number, stored: string): string {
  if (!isWrapped(stored)) return stored;
  const bytes = Buffer.from(stored.slice(mark.length), 'base64url');
  const [iv, tag, text] = [
    bytes.subarray(0, ivLength),
    bytes.subarray(ivLength, ivLength + tagLength),
    bytes.subarray(ivLength + tagLength),
  ];
  try {
    const decipher = createDecipheriv(algorithm, secret('second-factor'), iv, { authTagLength: tagLength });
    decipher.setAAD(ownerOf(userId)).setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch {
    throw new Refusal('second_factor_unreadable');
  }
}

/** Wraps plain secrets of earlier versions before the server listens, because a sign-in compares stored secrets. */
export async function wrapOldSecrets(store: Store, secret: Secret): Promise<void> {
  for (const { userId, stored } of await storedSecrets(store.reading)) {
    if (isWrapped(stored)) continue;
    const wrapped = wrap(secret, userId, stored);
    await store.write([accountLock(userId)], (trx) => replaceSecret(trx, userId, { from: stored, to: wrapped }));
  }
}
