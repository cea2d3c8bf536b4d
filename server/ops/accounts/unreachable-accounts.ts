import { canonicalEmail, isCanonicalEmail } from '#contract/fields.ts';
import { addressesOfAccounts } from '#server/store/accounts/accounts.ts';
import type { Store } from '#server/store/store.ts';

/**
 * Warns of accounts that nobody can sign in to: an earlier version stored two forms of an address as two accounts, and a sign-in only finds
 * the canonical one.
 */
export async function warnOfUnreachableAccounts(
  { reading }: Pick<Store, 'reading'>,
  log: { warn(details: object, message: string): void },
): Promise<void> {
  const all = await addressesOfAccounts(reading);
  const nonCanonical = all.filter(({ email }) => !isCanonicalEmail(email));
  const owners = new Map(nonCanonical.length === 0 ? [] : all.map(({ id, email }) => [email, id]));
  const accounts = nonCanonical.map(({ id, email }) => ({ id, sameAddressAs: owners.get(canonicalEmail(email)) ?? null }));
  if (accounts.length > 0)
    log.warn(
      { accounts },
      'nobody can sign in to these accounts, because another one has the same address in its usual form: on a device that is still signed in the address can be changed, else a global admin can erase the account',
    );
}
