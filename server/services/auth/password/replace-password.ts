import { replacePassword } from '#server/store/accounts/sessions.ts';
import type { WriteHandle } from '#server/store/store.ts';
import { notifyOwner } from '../owner-notices.ts';

export async function replacePasswordAndNotify(trx: WriteHandle, change: Parameters<typeof replacePassword>[1]): Promise<void> {
  await notifyOwner(trx, 'password-changed', change.userId, change.now);
  await replacePassword(trx, change);
}
