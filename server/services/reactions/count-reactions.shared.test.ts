import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReactionCounts } from '#contract/resources/reactions.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { dynamicScopes, type Store } from '#server/store/store.ts';
import { callerOf, insertRows, people, type PersonName, postOf } from '#tests/fixtures/camp.ts';
import { callAt, openSharedCamp, overlap, type SharedCamp } from '#tests/fixtures/databases/shared-camp.ts';
import { erasePerson } from '../accounts/erase-person.ts';

const clock = { now: () => Date.UTC(2026, 10, 21, 12) };
const post = postOf('orga');
let camp: SharedCamp;
let one: Store;

beforeEach(async () => {
  camp = await openSharedCamp(2, clock);
  [one] = camp.stores as [Store];
  await insertRows(one, clock, 'posts', [post]);
});
afterEach(() => camp.close());

const react = (who: PersonName) => (store: Store) =>
  callAt({ store, clock }, callerOf(who), 'PUT', `/api/post/${post.id}/reaction`, { emoji: '👍' });
const erase = (who: PersonName) => (store: Store) =>
  store.write(dynamicScopes(), (trx) => erasePerson(trx, { userId: people[who].id, keepsShared: true, erasedAt: clock.now() }));
const counts = async () => ((await readRow(one.reading, 'reactionCounts', post.id)) as ReactionCounts | null)?.counts;

test('simultaneous reactions on two servers are both counted', async () => {
  await overlap(camp.stores, react('author'), react('participant'));
  expect(await counts()).toEqual([{ emoji: '👍', count: 2 }]);
});

test('a reaction is counted when another person is erased at the same time', async () => {
  await react('author')(one);
  await overlap(camp.stores, erase('author'), react('participant'));
  expect(await counts()).toEqual([{ emoji: '👍', count: 1 }]);
});
