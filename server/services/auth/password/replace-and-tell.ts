import { insertMail } from '../../../store/mail/mails.ts';
import { signInAddressOf } from '../../../store/people/recipients.ts';
import { replacePassword } from '../../../store/people/sessions.ts';
import type { Writing } from '../../../store/store.ts';

/** `replacePassword`, of which the person is told by mail. */
export async function replaceAndTell(trx: Writing, change: Parameters<typeof replacePassword>[1]): Promise<void> {
  const { userId, now } = change;
  const address = await signInAddressOf(trx, userId);
  if (address !== null) await insertMail(trx, { kind: 'password-changed', address, userId, language: null }, now);
  await replacePassword(trx, change);
}
