import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '../../../contract/errors.ts';
import { type DatingInterest, datingInterests } from '../../../contract/resources/dating.ts';
import { callerOf, home, people, type PersonName } from '../../../tests/fixtures/camp.ts';
import { openSharedCamp, overlap, type SharedCamp, watched } from '../../../tests/fixtures/shared-camp.ts';
import { readCall } from '../../http/calls/call-table.ts';
import { sqlOf } from '../../store/engine/handles.ts';
import { participantId } from '../../store/rows/composed-rows.ts';
import type { Store } from '../../store/store.ts';
import { Writer } from '../writing/writer.ts';

// Two people say something about each other at two processes at once.

const clock = { now: () => Date.UTC(2026, 10, 21, 12) };
let camp: SharedCamp;

beforeEach(async () => {
  camp = await openSharedCamp(2, clock);
});
afterEach(() => camp.close());

async function say(store: Store, who: PersonName, method: string, path: string, body: object): Promise<void> {
  const log = { error: (details: object) => expect.fail(JSON.stringify(details)) };
  const writer = new Writer({ store, clock, log });
  const [answer] = await writer.submit([
    readCall({ caller: callerOf(who), key: uuidv7(), lane: null, method, path: `/api/event/${home}/dating/${path}`, body }),
  ]);
  await writer.close();
  if (answer instanceof Refusal) throw answer;
}

const rate = (who: PersonName, other: PersonName) => (store: Store) =>
  say(store, who, 'POST', 'ratings', { ratedParticipantId: participantId(home, people[other].id), rating: 1 });
const lookFor = (who: PersonName, interests: readonly DatingInterest[]) => (store: Store) =>
  say(store, who, 'PUT', 'interests', { interests });

const matchesOf = (who: PersonName) =>
  sqlOf((camp.stores[0] as Store).reading)
    .selectFrom('dating_matches')
    .select('other_id')
    .where('user_id', '=', people[who].id)
    .execute();

test('two who rate each other at once match', async () => {
  await lookFor('participant', datingInterests)(camp.stores[0] as Store);
  await overlap(camp.stores, rate('author', 'participant'), rate('participant', 'author'));
  expect(await matchesOf('participant')).toEqual([{ other_id: people.author.id }]);
  expect(await matchesOf('author')).toContainEqual({ other_id: people.participant.id });
});

test('who opts in while they are rated by whom they rated before match', async () => {
  await rate('participant', 'author')(camp.stores[0] as Store);
  await overlap(camp.stores, lookFor('participant', datingInterests), rate('author', 'participant'));
  expect(await matchesOf('participant')).toEqual([{ other_id: people.author.id }]);
});

test('to rate somebody is one run of one write', async () => {
  const { seen, store } = watched(camp.stores[0] as Store);
  await rate('author', 'participant')(store);
  expect(seen).toEqual({ writes: 1, runs: 1 });
});
