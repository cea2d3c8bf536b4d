import { canonicalEmail } from '../../contract/fields.ts';
import { addressesOfAccounts } from '../store/accounts/accounts.ts';
import type { Store } from '../store/store.ts';

/**
 * Warns the operator of accounts that nobody can sign in to: an earlier version stored two forms of one address as two accounts, and what is
 * typed finds the one in the usual form.
 */
export async function warnOfUnreachable(
  { reading }: Pick<Store, 'reading'>,
  log: { warn(details: object, message: string): void },
): Promise<void> {
  const all = await addressesOfAccounts(reading);
  const owners = new Map(all.map(({ id, email }) => [email, id]));
  const accounts = all.flatMap(({ id, email }) => {
    const usual = canonicalEmail(email);
    return usual === email ? [] : [{ id, sameAddressAs: owners.get(usual) ?? null }];
  });
  if (accounts.length > 0)
    log.warn(
      { accounts },
      'nobody can sign in to these accounts, because another one has the same address in its usual form: on a device that is still signed in the address can be changed, else a global admin can erase the account',
    );
}
