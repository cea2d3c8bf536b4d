import { canonicalEmail } from '#contract/fields.ts';
import { times } from '#contract/times.ts';
import { StartError } from '#server/config.ts';
import { audit } from '#server/services/audit/audit.ts';
import { handedOverLife, issueResetToken, linkWith } from '#server/services/auth/password/link-tokens.ts';
import { notifyOwner } from '#server/services/auth/owner-notices.ts';
import { recordOf } from '#server/services/security/security-log.ts';
import { findAccount } from '#server/store/accounts/accounts.ts';
import { insertSecurityRecords } from '#server/store/accounts/security-log.ts';
import type { Store } from '#server/store/store.ts';

interface ResetLink {
  readonly store: Store;
  readonly email: string;
  readonly origin: string;
  readonly now: number;
  readonly withoutSecondFactor?: boolean;
}

/** Creates a reset link and returns it in a sentence; earlier links become invalid. Throws a `StartError` if no account has the address. */
export async function makeResetLink({ store, email, origin, now, withoutSecondFactor = false }: ResetLink): Promise<string> {
  const { token } = await store.write([], async (trx) => {
    const account = await findAccount(trx, canonicalEmail(email));
    if (!account) throw new StartError(`${email} has no account`);
    const way = withoutSecondFactor ? 'without-second-factor' : 'handed-over';
    const kind = withoutSecondFactor ? 'resetLinks.madeWithoutFactor' : 'resetLinks.made';
    await audit(trx, now, { kind, actorId: null, personId: account.id, details: { by: 'operator' } });
    const recorded = withoutSecondFactor ? 'reset_link_without_factor_made' : 'reset_link_made';
    await insertSecurityRecords(trx, [recordOf(recorded, account.id, now)]);
    if (withoutSecondFactor) await notifyOwner(trx, 'second-factor-waived', account.id, now);
    return issueResetToken(trx, account.id, now, way);
  });
  const hours = handedOverLife / times.hour;
  const also = withoutSecondFactor ? ' It also turns the second factor off.' : '';
  return `${linkWith(origin, 'reset', token)}\nIt works once, for ${hours} hours, for whoever has it: hand it to its person and to nobody else.${also}`;
}
