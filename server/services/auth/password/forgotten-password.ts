import { Refusal } from '#contract/errors.ts';
import { canonicalEmail } from '#contract/fields.ts';
import { scopeOf } from '#contract/scope.ts';
import type { Language } from '#contract/languages.ts';
import { weaknessesOf } from '#contract/rules/new-password.ts';
import { times } from '#contract/times.ts';
import type { Clock } from '#server/lib/clock.ts';
import { insertMail } from '#server/store/mail/mails.ts';
import { accountLock } from '#server/store/accounts/account-lock.ts';
import { personalWordsOf, readAccount } from '#server/store/accounts/accounts.ts';
import { findLinkToken, type LinkWay, spendLinkToken } from '#server/store/accounts/link-tokens.ts';
import { dynamicScopes, type Store, type WriteHandle } from '#server/store/store.ts';
import { recordChanges, type RowChange } from '#server/services/feed/change-log.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashOfLinkToken } from './link-tokens.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { replacePasswordAndNotify } from './own-password.ts';
import { type Allowance, type Allowances, mailboxOf, mailsToMailbox } from '../allowances.ts';
import { networkOf, type Throttle, wrong } from '../throttle.ts';
import { randomBytes } from 'node:crypto';
import type { CalendarLink } from '#contract/resources/calendars.ts';
import { readRow, rowStoreOf } from '#server/store/repositories/rows.ts';
import type { Me } from '#contract/resources/me.ts';
import { markVerified } from '#server/store/accounts/recipients.ts';
import { deleteSecondFactor } from '#server/store/accounts/second-factor.ts';
import { changeOwnRow } from '../second-factor/spend-code.ts';
import { notifyOwner } from '../owner-notices.ts';

interface UsedLink {
  readonly userId: number;
  readonly removesFactor: boolean;
}

export interface ForgottenPassword {
  /**
   * Queues a mail with a reset link to this address. The work is the same whether or not an account has it; the account is looked up when
   * the mail is sent. `address` is for the throttle only. Throws `too_many_requests`.
   */
  request(email: string, address: string, language: Language): Promise<void>;
  /**
   * Uses a link, ends every session and clears failures. A mailed link also confirms the address; a second factor from before may belong to
   * somebody else and is removed. Throws `weak_password`, `common_password`, or `link_over` (used, expired, or replaced).
   */
  reset(given: { token: string; newPassword: string; address: string }): Promise<UsedLink>;
}

interface ForgottenPasswordDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly allowances: Allowances;
  readonly signInThrottle: Throttle;
  readonly onMail: () => void;
}

/** Mails for one network, which a whole hall may share. */
const mailsOfNetwork: Allowance = { name: 'forgotten passwords of a network', most: 300, window: 15 * times.minute };

export function createForgottenPassword({ store, clock, allowances, signInThrottle, onMail }: ForgottenPasswordDeps): ForgottenPassword {
  return {
    async request(given, address, language) {
      const email = canonicalEmail(given);
      const network = networkOf(address);
      const spendings = [
        { allowance: mailsOfNetwork, of: network },
        { allowance: mailsToMailbox, of: mailboxOf(email) },
      ];
      await allowances.spend(network, spendings, {
        alongside: (trx) => insertMail(trx, { kind: 'reset', address: email, userId: null, language }, clock.now()),
      });
      onMail();
    },

    async reset({ token, newPassword, address }) {
      if (weaknessesOf(newPassword).length > 0) throw new Refusal('weak_password');
      if (isCommonPassword(newPassword)) throw new Refusal('common_password');
      const hash = hashOfLinkToken(token);
      const found = await findLinkToken(store.reading, { hash, use: 'reset', now: clock.now() });
      const account = found && (await readAccount(store.reading, found.userId));
      if (!account) throw new Refusal('link_over');
      const { id: userId, email } = account;
      if (isCommonPassword(newPassword, await personalWordsOf(store.reading, userId))) throw new Refusal('common_password');
      if (found.usedAt !== null) {
        // A client that lost the answer repeats the request: the same password is accepted again.
        return signInThrottle.attempt<UsedLink>(email, address, async () => {
          const isDone = await verifyPassword(newPassword, account.passwordHash, networkOf(address));
          return isDone ? { outcome: 'correct', value: { userId, removesFactor: false } } : wrong(new Refusal('link_over'));
        });
      }
      const passwordHash = await hashPassword(newPassword, networkOf(address));
      const now = clock.now();
      const removesFactor = await store.write(dynamicScopes([accountLock(userId), scopeOf.user(userId)]), async (trx) => {
        if (!(await spendLinkToken(trx, hash, now))) throw new Refusal('link_over');
        const removes = await applyResetLink(trx, { userId, way: found.way }, now);
        await replacePasswordAndNotify(trx, { userId, passwordHash, keepSessionId: null, now });
        await recordChanges(trx, await renewCalendarLinks(trx, userId), now);
        await signInThrottle.forgive(trx, email);
        return removes;
      });
      onMail();
      return { userId, removesFactor };
    },
  };
}

/** Replaces the secret of every calendar link of a person, because an intruder may have the old one. Returns the changes. */
async function renewCalendarLinks(trx: WriteHandle, userId: number): Promise<RowChange[]> {
  const changes: RowChange[] = [];
  for (const resource of ['calendarLinks', 'agendaLinks']) {
    const links = rowStoreOf(resource);
    const rows = [...(await links.load(trx, await links.idsWhere(trx, 'userId', [userId]))).values()] as CalendarLink[];
    const open = rows.filter(({ secret }) => secret !== null);
    const renewed = open.map((row) => ({ ...row, secret: randomBytes(16).toString('base64url'), version: row.version + 1 }));
    await links.update(trx, renewed);
    changes.push(...renewed.map((rowAfter, index) => ({ resource, rowBefore: open[index]!, rowAfter })));
  }
  return changes;
}

/**
 * Applies a used reset link to the address and the second factor. A mailed link confirms an address that was never confirmed before; a
 * factor from before that may belong to somebody who registered with another person's address. Returns true if it removed the factor.
 */
async function applyResetLink(trx: WriteHandle, { userId, way }: { userId: number; way: LinkWay }, now: number): Promise<boolean> {
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
