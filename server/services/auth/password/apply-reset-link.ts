import type { Me } from '#contract/resources/me.ts';
import { readAccount } from '#server/store/accounts/accounts.ts';
import type { LinkWay } from '#server/store/accounts/link-tokens.ts';
import { markVerified } from '#server/store/accounts/recipients.ts';
import { deleteSecondFactor } from '#server/store/accounts/second-factor.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import type { Writing } from '#server/store/store.ts';
import { changeOwnRow } from '../second-factor/spend-code.ts';
import { notifyOwner } from '../notify-owner.ts';

/**
 * Applies a used reset link to the address and the second factor. A mailed link confirms an address that was never confirmed before; a
 * factor from before that may belong to somebody who registered with another person's address. Returns true if it removed the factor.
 */
export async function applyResetLink(trx: Writing, { userId, way }: { userId: number; way: LinkWay }, now: number): Promise<boolean> {
  const account = await readAccount(trx, userId);
  const me = (await readRow(trx, 'me', userId)) as Me | null;
  if (!account || !me) return false;
  const confirms = way === 'mailed' && !me.emailVerified && me.email === account.email;
  const removesFactor = account.totpSecret !== null && (confirms || way === 'without-second-factor');
  if (!confirms && !removesFactor) return false;
  await changeOwnRow(trx, userId, now, async () => {
    if (confirms) await markVerified(trx, userId);
    if (removesFactor) await deleteSecondFactor(trx, userId);
    return true;
  });
  if (removesFactor) await notifyOwner(trx, 'second-factor-off', userId, now);
  return removesFactor;
}
