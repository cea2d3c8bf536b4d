import { replacePassword } from '#server/store/accounts/sessions.ts';
import type { Writing } from '#server/store/store.ts';
import { tellOwner } from '../tell-owner.ts';

export async function replaceAndTell(trx: Writing, change: Parameters<typeof replacePassword>[1]): Promise<void> {
  await tellOwner(trx, 'password-changed', change.userId, change.now);
  await replacePassword(trx, change);
}
