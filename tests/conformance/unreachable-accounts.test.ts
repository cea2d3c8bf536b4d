import { afterEach, beforeEach, expect, test } from 'vitest';
import { canonicalEmail } from '#contract/fields.ts';
import { warnOfUnreachableAccounts } from '#server/ops/accounts/unreachable-accounts.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { people } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

async function warningsWith(addresses: Readonly<Record<number, string>>): Promise<object[]> {
  const db = sqlOf(world.store.reading);
  for (const [id, email] of Object.entries(addresses)) await db.updateTable('users').set({ email }).where('id', '=', Number(id)).execute();
  const warnings: object[] = [];
  await warnOfUnreachableAccounts(world.store, { warn: (details) => void warnings.push(details) });
  return warnings;
}

test('the operator gets one line with the accounts that lost sign-in when two forms of an address became one', async () => {
  const { author, participant, stranger } = people;
  const two = {
    [author.id]: 'u\u0308ber@camp.example',
    [participant.id]: '\u00fcber@camp.example',
    [stranger.id]: canonicalEmail('a\u0308@m\u00fcller.example'),
  };
  expect(await warningsWith(two)).toEqual([{ accounts: [{ id: author.id, sameAddressAs: participant.id }] }]);
  // A device that is still signed in keeps working, and can change the address.
  expect((await world.call('author', 'GET', '/api/users/me')).status).toBe(200);
});

test('the operator gets no line when each address is in its usual form', async () => {
  expect(await warningsWith({})).toEqual([]);
});
