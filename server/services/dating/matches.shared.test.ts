import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Dating, datingId, type DatingInterest, datingInterests } from '#contract/resources/dating.ts';
import { callerOf, home, people, type PersonName } from '#tests/fixtures/camp.ts';
import { callAt, openSharedCamp, overlap, type SharedCamp, watched } from '#tests/fixtures/databases/shared-camp.ts';
import { dynamicScopes, type Store } from '#server/store/store.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { matchesOf } from '#server/store/repositories/dating-rows.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { erasePerson } from '../accounts/erase-person.ts';

const clock = { now: () => Date.UTC(2026, 10, 21, 12) };
let camp: SharedCamp;
let one: Store;

beforeEach(async () => {
  camp = await openSharedCamp(2, clock);
  [one] = camp.stores as [Store];
});
afterEach(() => camp.close());

const rate = (who: PersonName, other: PersonName) => (store: Store) =>
  callAt({ store, clock }, callerOf(who), 'POST', `/api/event/${home}/dating/ratings`, {
    ratedParticipantId: participantId(home, people[other].id),
    rating: 1,
  });
const lookFor = (who: PersonName, interests: readonly DatingInterest[]) => (store: Store) =>
  callAt({ store, clock }, callerOf(who), 'PUT', `/api/event/${home}/dating/interests`, { interests });

const matched = async (who: PersonName) => (await matchesOf(one.reading, home, people[who].id)).map(({ otherId }) => otherId);

test('simultaneous mutual ratings make a match', async () => {
  await lookFor('participant', datingInterests)(one);
  await overlap(camp.stores, rate('author', 'participant'), rate('participant', 'author'));
  expect(await matched('participant')).toEqual([people.author.id]);
  expect(await matched('author')).toContain(people.participant.id);
});

test('a rating is one write that runs once', async () => {
  const { seen, store } = watched(one);
  await rate('author', 'participant')(store);
  expect(seen).toEqual({ writes: 1, runs: 1 });
});

describe('a person who is erased while being rated', () => {
  const erase = (who: PersonName) => (store: Store) =>
    store.write(dynamicScopes(), (trx) => erasePerson(trx, { userId: people[who].id, keepsShared: false, erasedAt: clock.now() }));
  const interestedIn = async (who: PersonName) =>
    ((await readRow(one.reading, 'dating', datingId(home, people[who].id))) as Dating | null)?.interestedIn ?? [];

  test('is in no rating and no match', async () => {
    await lookFor('participant', datingInterests)(one);
    await rate('author', 'participant')(one);
    await overlap(camp.stores, rate('participant', 'author'), erase('author'));
    expect([await matched('participant'), await interestedIn('participant')]).toEqual([[], []]);
  });

  test('cannot be rated any more', async () => {
    await expect(overlap(camp.stores, erase('author'), rate('participant', 'author'))).rejects.toThrow('not_found');
  });
});
