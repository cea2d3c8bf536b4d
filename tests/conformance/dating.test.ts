import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import type { DatingInterest } from '#contract/resources/dating.ts';
import { purge } from '#server/jobs/purge.ts';
import { erasePerson } from '#server/services/accounts/erase-person.ts';
import { findEvent } from '#server/store/repositories/lists.ts';
import { callerOf, home, people, type PersonName } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { dynamicScopes } from '#server/store/store.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const [sex, relationship] = ['dating.interest.sex', 'dating.interest.relationship'] as const;
const idOf = (who: PersonName) => `${home}-${people[who].id}`;
/** A new key per command, because its answer is stored. */
const newKey = () => ({ 'idempotency-key': uuidv7() });
const look = async (who: PersonName, ...interests: DatingInterest[]) => {
  const { status } = await world.call(who, 'PUT', `/api/event/${home}/dating/interests`, { body: { interests }, headers: newKey() });
  expect(status).toBe(200);
};
const rate = (who: PersonName, other: PersonName, rating: number) =>
  world.call(who, 'POST', '/api/dating', { body: { ratedParticipantId: idOf(other), rating }, headers: newKey() });
const matchesOf = async (who: PersonName): Promise<{ id: string; user: { userId: number }; overlappingInterests: object[] }[]> =>
  (await world.call(who, 'GET', '/api/dating/matches')).body.matches;
const matched = async (who: PersonName) => (await matchesOf(who)).map(({ user }) => user.userId);
const shown = async (who: PersonName, rating = 0) => (await world.call(who, 'GET', `/api/dating?rating=${rating}`)).body;
const changesOf = async (who: PersonName, cursor: string) =>
  (await world.pull(who, cursor)).changes.map(({ resource, row }) => (row ? resource : `${resource} gone`));

describe('a person who has opted in', () => {
  test('sees others who have, as long as both look for something', async () => {
    await look('participant', sex);
    const { participants, pagination, ratingTotals } = await shown('participant');
    expect(participants.map(({ id }: { id: string }) => id).toSorted()).toEqual([idOf('orga'), idOf('author')]);
    expect(participants[0]).toMatchObject({ rating: 0, user: { name: expect.any(String), image: expect.any(String) } });
    expect(Object.keys(participants[0].user)).toEqual(['name', 'image']);
    expect([pagination, ratingTotals]).toEqual([{ totalPages: 1 }, { neutral: 2, plusOne: 0, minusOne: 0 }]);
    await look('author');
    expect((await shown('participant')).ratingTotals).toEqual({ neutral: 1, plusOne: 0, minusOne: 0 });
    expect((await world.call('author', 'GET', '/api/dating')).status).toBe(403);
  });

  test('receives arrivals and departures by the feed, and no other member does', async () => {
    await look('participant', relationship);
    const [inside, outside] = [await world.pull('participant'), await world.pull('admin')];
    expect(inside.changes.filter(({ resource }) => resource === 'datingParticipants')).toHaveLength(3);
    await look('author');
    expect(await changesOf('participant', inside.cursor)).toEqual(['datingParticipants gone']);
    await look('author', sex);
    expect(await changesOf('admin', outside.cursor)).toEqual([]);
    await look('participant');
    const left = await world.pull('participant', inside.cursor);
    expect(left.changes.filter(({ resource, row }) => resource === 'datingParticipants' && row)).toEqual([]);
  });

  test('reveals no interests: another preference changes nothing for the others', async () => {
    const { cursor } = await world.pull('author');
    await world.call('orga', 'POST', '/api/dating', { body: { ratedParticipantId: idOf('author'), rating: 0 } });
    const between = await world.pull('author', cursor);
    await look('orga', sex);
    await look('orga', relationship);
    expect(await changesOf('author', between.cursor)).toEqual([]);
  });

  test('finds people in pages, filtered by the own rating', async () => {
    await look('participant', sex);
    await rate('participant', 'orga', 1);
    await rate('participant', 'author', -1);
    expect((await shown('participant', 1)).participants).toMatchObject([{ id: idOf('orga'), rating: 1 }]);
    expect((await shown('participant', -1)).participants).toMatchObject([{ id: idOf('author'), rating: -1 }]);
    expect((await shown('participant')).ratingTotals).toEqual({ neutral: 0, plusOne: 1, minusOne: 1 });
    expect((await world.call('participant', 'GET', '/api/dating?rating=1&page=2')).body.participants).toEqual([]);
    for (const query of ['rating=2', 'page=0', 'rating=x']) {
      expect((await world.call('participant', 'GET', `/api/dating?${query}`)).body.error).toBe('invalid');
    }
    expect(limits.datingPageSize).toBe(20);
  });
});

test('a person outside the event, even a global admin, is not shown', async () => {
  await look('admin', sex);
  expect((await shown('author')).ratingTotals).toEqual({ neutral: 0, plusOne: 1, minusOne: 0 });
});

describe('a match', () => {
  beforeEach(async () => look('participant', sex, relationship));

  test('appears for both at once when both are interested, with the common interests', async () => {
    await look('author', relationship);
    const [mine, theirs] = [await world.pull('participant'), await world.pull('author')];
    await rate('participant', 'author', 1);
    expect([await matched('participant'), await changesOf('author', theirs.cursor)]).toEqual([[], []]);
    expect(await changesOf('participant', mine.cursor)).toEqual(['dating']);
    await rate('author', 'participant', 1);
    const [match] = await matchesOf('participant');
    expect(match).toMatchObject({ user: { userId: people.author.id }, overlappingInterests: [{ interestI18N: relationship }] });
    expect(await matched('author')).toContain(people.participant.id);
    expect((await changesOf('participant', mine.cursor)).toSorted()).toEqual(['dating', 'datingMatches']);
  });

  const changesOfMind: [string, () => Promise<unknown>][] = [
    ['rates otherwise', () => rate('author', 'participant', -1)],
    ['takes the rating back', () => rate('author', 'participant', 0)],
    ['looks for nothing any more', () => look('author')],
    ['forgets all ratings', () => world.call('author', 'DELETE', '/api/dating')],
    ['deletes all dating data', () => world.call('author', 'DELETE', `/api/event/${home}/dating`)],
  ];
  const leave = () => world.call('author', 'POST', `/api/event/${home}/leave`, { body: { sure: true } });

  /** Matches participant and author; returns the participant's cursor. */
  async function match(): Promise<string> {
    await rate('participant', 'author', 1);
    await rate('author', 'participant', 1);
    expect(await matched('participant')).toEqual([people.author.id]);
    return (await world.pull('participant')).cursor;
  }

  test.each(changesOfMind)('stays for both for a day when one of them %s, and then ends for both', async (_what, change) => {
    const cursor = await match();
    world.later(times.hour);
    await change();
    await purge(world.store, world.clock);
    expect(await matched('participant')).toEqual([people.author.id]);
    expect(await changesOf('participant', cursor)).not.toContain('datingMatches gone');
    world.later(times.matchLife - times.hour);
    await purge(world.store, world.clock);
    expect(await matched('participant')).toEqual([]);
    expect(await changesOf('participant', cursor)).toContain('datingMatches gone');
  });

  test.each([...changesOfMind, ['leaves the event', leave] as const])(
    'ends at once for both when a day is over and one of them %s',
    async (_what, change) => {
      const cursor = await match();
      world.later(times.matchLife);
      await change();
      expect(await matched('participant')).toEqual([]);
      expect(await changesOf('participant', cursor)).toContain('datingMatches gone');
    },
  );

  test('continues when both are interested again within the day', async () => {
    await match();
    await rate('author', 'participant', 0);
    await rate('author', 'participant', 1);
    world.later(2 * times.matchLife);
    await purge(world.store, world.clock);
    expect(await matched('participant')).toEqual([people.author.id]);
  });

  test('ends at once when one account is deleted', async () => {
    const cursor = await match();
    await eraseAuthor();
    expect(await matched('participant')).toEqual([]);
    expect(await changesOf('participant', cursor)).toContain('datingMatches gone');
  });

  test('appears again for the other one when a person leaves the event and returns within the day', async () => {
    await match();
    await leave();
    await world.call('author', 'POST', `/api/event/${home}/switch`, { body: {} });
    expect(await matched('participant')).toEqual([people.author.id]);
  });

  test('shows the current common interests, and ends when none is left', async () => {
    await rate('participant', 'author', 1);
    await rate('author', 'participant', 1);
    await look('author', sex);
    expect((await matchesOf('participant'))[0]?.overlappingInterests).toEqual([{ interestI18N: sex }]);
    world.later(times.matchLife);
    await look('participant', relationship);
    expect([await matched('participant'), await matched('author')]).toEqual([[], [people.orga.id]]);
    await look('participant', sex);
    expect(await matched('participant')).toEqual([people.author.id]);
  });
});

const eraseAuthor = () =>
  world.store.write(dynamicScopes(), (trx) =>
    erasePerson(trx, { userId: people.author.id, keepsShared: true, erasedAt: world.clock.now() }),
  );

describe('the dating data of a person', () => {
  test('is replaced as a whole or in parts, and each interest counts once', async () => {
    const interests = async () => (await world.call('participant', 'GET', '/api/dating/interest')).body;
    await look('participant', sex);
    for (let twice = 0; twice < 2; twice += 1) {
      await world.call('participant', 'POST', '/api/dating/interest', { body: { interestI18N: relationship } });
    }
    expect(await interests()).toEqual([{ interestI18N: sex }, { interestI18N: relationship }]);
    await world.call('participant', 'DELETE', '/api/dating/interest');
    expect(await interests()).toEqual([]);
  });

  test('is removed from all stored answers after its deletion', async () => {
    await look('participant', sex);
    await rate('participant', 'author', 1);
    await world.call('participant', 'DELETE', `/api/event/${home}/dating`);
    const { body } = await world.call('participant', 'GET', '/api/users/me/data');
    const kept = JSON.stringify(body);
    expect(kept).toContain('"interested_in":"[]"');
    expect([kept.includes(sex), kept.includes(`[${people.author.id}]`)]).toEqual([false, false]);
  });

  test('is removed from stored answers also when taken back at once, and other answers stay', async () => {
    const counting = { body: { value: 1, change: 1 }, headers: newKey() };
    const count = () => world.call('participant', 'POST', '/api/users/me/statistic/1', counting);
    const counted = (await count()).body;
    const path = `/api/event/${home}/dating`;
    const calls = [
      { method: 'PUT', path: `${path}/interests`, body: { interests: [sex] } },
      { method: 'POST', path: `${path}/ratings`, body: { ratedParticipantId: idOf('author'), rating: 1 } },
      { method: 'POST', path: `${path}/ratings`, body: { ratedParticipantId: idOf('author'), rating: -1 } },
      { method: 'DELETE', path },
    ].map((call) => ({ ...call, key: uuidv7(), lane: 'a' }));
    await world.call('participant', 'POST', '/api/batch', { body: { calls } });
    const { body } = await world.call('participant', 'GET', '/api/users/me/data');
    const kept = JSON.stringify(body);
    expect([kept.includes(sex), kept.includes(`[${people.author.id}]`)]).toEqual([false, false]);
    // The row of the other answer has the same id.
    expect(counted.id).toBe(idOf('participant'));
    expect((await count()).body).toEqual(counted);
  });

  test("is in no other person's data after its account is deleted", async () => {
    await look('participant', sex);
    await rate('participant', 'author', -1);
    await eraseAuthor();
    const { body } = await world.call('participant', 'GET', '/api/users/me/data');
    expect(JSON.stringify(body)).not.toContain(`[${people.author.id}]`);
  });

  test('is deleted two weeks after the event', async () => {
    const end = Date.parse((await findEvent(world.store.reading, home))!.endDate);
    const author = callerOf('author');
    const { cursor } = await world.app.deps.feed.readPage(author, null, true);
    world.clock.time = end + times.datingLife - times.minute;
    await purge(world.store, world.clock);
    expect((await world.app.deps.feed.readPage(author, cursor, true)).changes).toEqual([]);
    world.clock.time += 2 * times.minute;
    await purge(world.store, world.clock);
    const { changes } = await world.app.deps.feed.readPage({ ...author, datingIn: [] }, cursor, true);
    expect(changes.find(({ resource }) => resource === 'dating')?.row).toMatchObject({ interests: [], interestedIn: [] });
    expect(changes.some(({ resource, row }) => resource === 'datingMatches' && row === null)).toBe(true);
  });
});
