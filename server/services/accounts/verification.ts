import { Refusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import type { Me } from '#contract/resources/me.ts';
import type { Clock } from '#server/lib/clock.ts';
import { insertMail } from '#server/store/mail/mails.ts';
import { findLinkToken } from '#server/store/accounts/link-tokens.ts';
import { addressOf, markVerified, noteLanguage } from '#server/store/accounts/recipients.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { dynamicScopes, type Store } from '#server/store/store.ts';
import { hashOfLinkToken } from '../auth/password/link-tokens.ts';
import { type Allowances, mailboxOf, mailsToMailbox, tooMany } from '../auth/allowances.ts';
import { recordChanges } from '../feed/change-log.ts';
import type { LogOfSecurity } from '../security/security-log.ts';
import { logAdoption, settleAddress } from './sign-in-address.ts';

export interface Verification {
  /** Confirms the address to which this token was mailed; `already` if it was confirmed before. Throws `link_over`. */
  confirm(token: string): Promise<{ already: boolean }>;
  /** Queues another verification mail; does nothing without a person. Throws `too_many_requests`. */
  resend(userId: number | null, language: Language): Promise<void>;
}

interface VerificationDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: LogOfSecurity;
  readonly allowances: Allowances;
  readonly onMail: () => void;
}

export function createVerification({ store, clock, log, allowances, onMail }: VerificationDeps): Verification {
  return {
    async confirm(token) {
      const now = clock.now();
      const { already, adopted } = await store.write(dynamicScopes(), async (trx) => {
        const found = await findLinkToken(trx, { hash: hashOfLinkToken(token), use: 'verify', now });
        const before = found && ((await readRow(trx, 'me', found.userId)) as Me | null);
        if (!before) throw new Refusal('link_over');
        if (before.emailVerified) return { already: true, adopted: null };
        await markVerified(trx, before.id);
        const settled = await settleAddress(trx, before.id, now);
        const verified = { resource: 'me', rowBefore: before, rowAfter: await readRow(trx, 'me', before.id) };
        await recordChanges(trx, [verified, ...settled.filter(({ resource }) => resource !== 'me')], now);
        return { already: false, adopted: { userId: before.id, settled } };
      });
      if (adopted) logAdoption(log, adopted.settled, adopted.userId, now);
      return { already };
    },

    async resend(userId, language) {
      if (userId === null) return;
      await store.write([], async (trx) => {
        await noteLanguage(trx, userId, language);
        const to = await addressOf(trx, userId);
        if (to === null) return;
        const wait = await allowances.take(trx, { allowance: mailsToMailbox, of: mailboxOf(to) });
        if (wait !== null) throw tooMany(wait);
        await insertMail(trx, { kind: 'verify', address: to, userId, language }, clock.now());
      });
      onMail();
    },
  };
}
