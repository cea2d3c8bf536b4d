import { times } from '../../contract/times.ts';
import type { Me } from '../../contract/resources/me.ts';
import type { BeforeCommit } from '../services/writing/before-commit.ts';
import { insertMail } from '../store/mail/mails.ts';
import { replaceTimes, timesOf } from '../store/people/counted-times.ts';
import { voidLinkTokens } from '../store/people/link-tokens.ts';
import { signInAddressOf } from '../store/people/recipients.ts';
import { notePendingAddress } from '../store/people/sign-in-addresses.ts';

/** How often within the hour somebody has mails sent by changing their address: each goes where they say. */
const mostTold = 5;
/** How long (ms) a change counts. */
export const changeLife = times.hour;

/** Notes a changed address as pending, asks there whether it is theirs, and notifies the one that opens the account, with a link that undoes it. */
export function tellingAddressChange(wake: () => void): BeforeCommit {
  return async (trx, changes, now) => {
    const moved = changes
      .filter(({ resource }) => resource === 'me')
      .map(({ rowBefore, rowAfter }) => ({ before: rowBefore as Me | null, after: rowAfter as Me | null }))
      .flatMap(({ before, after }) =>
        before && after && before.email !== after.email ? { userId: after.id, from: before.email, to: after.email } : [],
      );
    if (moved.length === 0) return null;
    const people = moved.map(({ userId }) => userId);
    const changesOf = await timesOf(trx, 'address_changes', people, now - changeLife);
    for (const { userId, from, to } of moved) {
      await voidLinkTokens(trx, userId, 'verify');
      await notePendingAddress(trx, userId, from, now);
      const opening = await signInAddressOf(trx, userId);
      const before = changesOf.get(userId) ?? [];
      changesOf.set(userId, [...before, now].slice(-mostTold));
      if (before.length >= mostTold) continue;
      if (opening !== null && opening !== to)
        await insertMail(trx, { kind: 'address-changed', address: opening, userId, language: null }, now);
      await insertMail(trx, { kind: 'verify', address: to, userId, language: null }, now);
    }
    await replaceTimes(trx, 'address_changes', changesOf);
    return wake;
  };
}
