import { type Account, spendTotpStep } from '#server/store/accounts/accounts.ts';
import { spendRecoveryCode } from '#server/store/accounts/second-factor.ts';
import { touchPerson } from '#server/store/repositories/events/memberships.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import type { WriteHandle } from '#server/store/store.ts';
import { recordChanges } from '#server/services/feed/change-log.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';
import type { Secret } from '../secret.ts';
import { isOneTimeCode, stepOf } from './second-factor.ts';
import { unwrap } from './wrapped-secret.ts';

interface Spending {
  readonly now: number;
  readonly secret: Secret;
}

/** Uses up a one-time code of this account. Returns false if it is wrong or was used. Throws `second_factor_unreadable`. */
export async function spendOneTimeCode(
  trx: WriteHandle,
  { id, totpSecret }: Account,
  code: string,
  { now, secret }: Spending,
): Promise<boolean> {
  if (totpSecret === null) return false;
  const step = stepOf(code, unwrap(secret, id, totpSecret), now);
  return step !== null && spendTotpStep(trx, { userId: id, secret: totpSecret, step });
}

export async function spendCode(trx: WriteHandle, account: Account, code: string, spending: Spending): Promise<boolean> {
  if (isOneTimeCode(code)) return spendOneTimeCode(trx, account, code, spending);
  return spendRecoveryCode(trx, account.id, hashOfRecoveryCode(code));
}

/**
 * Runs `work` on a fact that the person's own row mirrors, as the last step of a transaction, and records the change of the row. Returns
 * false if `work` changed nothing.
 */
export async function changeOwnRow(trx: WriteHandle, userId: number, now: number, work: () => Promise<boolean>): Promise<boolean> {
  const rowBefore = await readRow(trx, 'me', userId);
  if (!(await work())) return false;
  await touchPerson(trx, userId);
  await recordChanges(trx, [{ resource: 'me', rowBefore, rowAfter: await readRow(trx, 'me', userId) }], now);
  return true;
}
