import { accountLock } from '#server/store/accounts/account-lock.ts';
import { keptSecrets, replaceSecret } from '#server/store/accounts/second-factor.ts';
import type { Store } from '#server/store/store.ts';
import type { Secret } from '../secret.ts';
import { isWrapped, wrap } from './wrapped-secret.ts';

/** Wraps plain secrets of earlier versions before the server listens, because a sign-in compares stored secrets. */
export async function wrapOldSecrets(store: Store, secret: Secret): Promise<void> {
  for (const { userId, kept } of await keptSecrets(store.reading)) {
    if (isWrapped(kept)) continue;
    const wrapped = wrap(secret, userId, kept);
    await store.write([accountLock(userId)], (trx) => replaceSecret(trx, userId, { from: kept, to: wrapped }));
  }
}
