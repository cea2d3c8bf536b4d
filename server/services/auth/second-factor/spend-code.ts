import { type Account, spendTotpStep } from '../../../store/people/accounts.ts';
import { spendRecoveryCode } from '../../../store/people/second-factor.ts';
import { touchPerson } from '../../../store/rows/memberships.ts';
import { readRow } from '../../../store/rows/rows.ts';
import type { Writing } from '../../../store/store.ts';
import { recordChanges } from '../../feed/change-log.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';
import { isOneTimeCode, stepOf } from './second-factor.ts';

/** Uses up a one-time code of this account; false where it is none, or was used. `now` is in ms since the epoch. */
export async function spendOneTimeCode(trx: Writing, { id, totpSecret }: Account, code: string, now: number): Promise<boolean> {
  const step = totpSecret === null ? null : stepOf(code, totpSecret, now);
  return totpSecret !== null && step !== null && spendTotpStep(trx, { userId: id, secret: totpSecret, step });
}

/** The same for whatever somebody types as their second factor: a one-time code or a recovery code. */
export async function spendCode(trx: Writing, account: Account, code: string, now: number): Promise<boolean> {
  if (isOneTimeCode(code)) return spendOneTimeCode(trx, account, code, now);
  return spendRecoveryCode(trx, account.id, hashOfRecoveryCode(code));
}

/**
 * Does something that the person's own row tells, last in its transaction, and tells the feed. False where `work` says that nothing
 * was done.
 */
export async function changeOwnRow(trx: Writing, userId: number, now: number, work: () => Promise<boolean>): Promise<boolean> {
  const rowBefore = await readRow(trx, 'me', userId);
  if (!(await work())) return false;
  await touchPerson(trx, userId);
  await recordChanges(trx, [{ resource: 'me', rowBefore, rowAfter: await readRow(trx, 'me', userId) }], now);
  return true;
}
