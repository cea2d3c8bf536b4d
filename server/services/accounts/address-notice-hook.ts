import { times } from '#contract/times.ts';
import type { Me } from '#contract/resources/me.ts';
import { type Allowances, mailboxOf, mailsToMailbox } from '../auth/allowances.ts';
import type { BeforeCommit } from '../commands/hooks.ts';
import { insertMail } from '#server/store/mail/mails.ts';
import { replaceTimes, timesOf } from '#server/store/accounts/counted-times.ts';
import { revokeLinkTokens } from '#server/store/accounts/link-tokens.ts';
import { signInAddressOf } from '#server/store/accounts/recipients.ts';
import { storePendingAddress } from '#server/store/accounts/sign-in-addresses.ts';
import type { WriteHandle } from '#server/store/store.ts';

/** Address changes of a person that cause mails within the hour, because they choose the recipients. */
const mostMails = 5;
/** How long (ms) a change counts. */
export const changeLife = times.hour;

/** Notes a changed address as pending, and mails it a verification link and the sign-in address a link that undoes the change. */
export function addressNoticeHook(wake: () => void, allowances: Pick<Allowances, 'take'>): BeforeCommit {
  // Limits mails to addresses that anybody may enter. A confirmed sign-in address is always notified.
  const mayWrite = async (trx: WriteHandle, address: string): Promise<boolean> =>
    (await allowances.take(trx, { allowance: mailsToMailbox, of: mailboxOf(address) })) === null;
  return async (trx, changes, now) => {
    const moved = changes
      .filter(({ resource }) => resource === 'me')
      .map(({ rowBefore, rowAfter }) => ({ before: rowBefore as Me | null, after: rowAfter as Me | null }))
      .flatMap(({ before, after }) =>
        before && after && before.email !== after.email
          ? { userId: after.id, from: before.email, isVerified: before.emailVerified === true, to: after.email }
          : [],
      );
    if (moved.length === 0) return null;
    const people = moved.map(({ userId }) => userId);
    const changesOf = await timesOf(trx, 'address_changes', people, now - changeLife);
    for (const { userId, from, isVerified, to } of moved) {
      await revokeLinkTokens(trx, userId, 'verify');
      await storePendingAddress(trx, userId, from, now);
      const opening = await signInAddressOf(trx, userId);
      const before = changesOf.get(userId) ?? [];
      changesOf.set(userId, [...before, now].slice(-mostMails));
      if (before.length >= mostMails) continue;
      const isConfirmed = isVerified && opening === from;
      if (opening !== null && opening !== to && (isConfirmed || (await mayWrite(trx, opening))))
        await insertMail(trx, { kind: 'address-changed', address: opening, userId, language: null }, now);
      if (await mayWrite(trx, to)) await insertMail(trx, { kind: 'verify', address: to, userId, language: null }, now);
    }
    await replaceTimes(trx, 'address_changes', changesOf);
    return wake;
  };
}
