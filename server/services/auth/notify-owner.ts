import { insertMail, type MailKind } from '#server/store/mail/mails.ts';
import { readAccount } from '#server/store/accounts/accounts.ts';
import type { Writing } from '#server/store/store.ts';

/** Queues a mail that notifies the person of a change of their account, to its sign-in address. */
export async function notifyOwner(trx: Writing, kind: MailKind, userId: number, now: number): Promise<void> {
  const account = await readAccount(trx, userId);
  if (account) await insertMail(trx, { kind, address: account.email, userId, language: null }, now);
}
