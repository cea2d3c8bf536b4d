import { scopeOf } from '#contract/scope.ts';
import type { WriteHandle } from '../core/handles.ts';

/**
 * Serialises all changes of the ways into an account. Without it, a replaced password would not end a session that is just being opened
 * with the old one. A caller that names the lock in advance avoids a second run.
 */
export function lockAccount(trx: WriteHandle, userId: number): void {
  trx.hold(accountLock(userId));
}

/** Returns the lock of the user's own scope, which commands take too. */
export const accountLock = (userId: number) => `lock ${scopeOf.user(userId)}` as const;
