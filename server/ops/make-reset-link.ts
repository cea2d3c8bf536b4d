import { canonicalEmail } from '../../contract/fields.ts';
import { times } from '../../contract/limits.ts';
import { StartError } from '../config.ts';
import { handedOverLife, hashOfLinkToken, linkWith, newLinkToken } from '../services/auth/link-tokens.ts';
import { findAccount } from '../store/people/accounts.ts';
import { insertLinkToken, voidResets } from '../store/people/link-tokens.ts';
import type { Store } from '../store/store.ts';

interface ResetLink {
  readonly store: Store;
  readonly email: string;
  /** The address of the server, without a slash at its end. */
  readonly origin: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A link to a new password, and how long it works, in a sentence; those before it work no more. Throws a `StartError` where nobody has the address. */
export async function makeResetLink({ store, email, origin, now }: ResetLink): Promise<string> {
  const token = newLinkToken();
  await store.write([], async (trx) => {
    const account = await findAccount(trx, canonicalEmail(email));
    if (!account) throw new StartError(`${email} has no account`);
    await voidResets(trx, account.id);
    const life = { createdAt: now, expiresAt: now + handedOverLife };
    await insertLinkToken(trx, { hash: hashOfLinkToken(token), userId: account.id, use: 'reset', ...life });
  });
  const hours = handedOverLife / times.hour;
  return `${linkWith(origin, 'reset', token)}\nIt works once, for ${hours} hours, for whoever has it: hand it to its person and to nobody else.`;
}
