import { replacePassword } from '#server/store/accounts/sessions.ts';
import type { Writing } from '#server/store/store.ts';
import { notifyOwner } from '../owner-notices.ts';

export async function replacePasswordAndNotify(trx: Writing, change: Parameters<typeof replacePassword>[1]): Promise<void> {
  await notifyOwner(trx, 'password-changed', change.userId, change.now);
  await replacePassword(trx, change);
}
