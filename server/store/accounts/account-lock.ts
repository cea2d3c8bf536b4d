import { scopeOf } from '../../../contract/scope.ts';
import type { Writing } from '../core/handles.ts';

/**
 * What opens an account (password, address, second factor, sessions, links to a new password or for an address) is made and ended by one write
 * after another: of two at once, that a password is replaced would not end the session that is just being opened by the old one. Called by
 * whatever makes or ends any of it, so that nobody who writes has to think of it; who names the lock before is spared a second run.
 */
export function holdAccount(trx: Writing, userId: number): void {
  trx.hold(accountLock(userId));
}

/** That of the person's own scope, which commands and whatever else they write take too. */
export const accountLock = (userId: number) => `lock ${scopeOf.user(userId)}` as const;
