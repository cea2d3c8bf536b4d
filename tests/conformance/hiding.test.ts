import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { hiddenPersonId } from '#contract/resources/participants.ts';
import { insertRows, people, type PersonName } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const hideOrShow = (who: PersonName, what: 'hide' | 'show', userId: number) =>
  world.call(who, 'POST', `/api/users/${people[who].id}/${what}`, { body: { userId } });

test('hiding a person is private and moves no cursor of others', async () => {
  const others = ['author', 'orga', 'admin', 'stranger'] as const;
  const before = new Map<PersonName, string>();
  for (const who of others) before.set(who, (await world.pull(who)).cursor);
  const own = (await world.pull('participant')).cursor;
  expect((await hideOrShow('participant', 'hide', people.author.id)).body).toMatchObject({ hidden: true, otherId: people.author.id });
  expect((await hideOrShow('participant', 'show', people.author.id)).body).toMatchObject({ hidden: false, version: 2 });
  for (const who of others) expect(await world.pull(who, before.get(who))).toMatchObject({ cursor: before.get(who), changes: [] });
  expect((await world.pull('participant', own)).changes.map(({ resource }) => resource)).toEqual(['hiddenPeople']);
  expect(await hideOrShow('participant', 'hide', people.participant.id)).toMatchObject({ status: 400, body: { error: 'invalid' } });
});

const some = (count: number, hidden: boolean, from: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: hiddenPersonId(people.participant.id, from + index),
    version: 1,
    userId: people.participant.id,
    otherId: from + index,
    hidden,
  }));
const given = (...rows: ReturnType<typeof some>) => insertRows(world.store, world.clock, 'hiddenPeople', rows);
const tooMany = { status: 422, body: { error: 'too_many_hidden' } };

test('hidden people are limited: a person hidden already may be hidden again, and showing one makes room', async () => {
  await given(...some(limits.hiddenPeople, true, 1_000), ...some(1, false, 900));
  for (const userId of [people.author.id, 900]) expect(await hideOrShow('participant', 'hide', userId)).toMatchObject(tooMany);
  expect((await hideOrShow('participant', 'hide', 1_000)).status).toBe(200);
  expect((await hideOrShow('participant', 'show', 1_000)).status).toBe(200);
  expect((await hideOrShow('participant', 'hide', people.author.id)).status).toBe(200);
  expect(await hideOrShow('participant', 'hide', 1_000)).toMatchObject(tooMany);
});

test('rows of hidden people are limited: rows of people shown again are reused only for them', async () => {
  await given(...some(limits.hiddenPeopleEver - 1, false, 1_000));
  const answers = await Promise.all([people.author.id, people.orga.id].map((userId) => hideOrShow('participant', 'hide', userId)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
  expect((await hideOrShow('participant', 'hide', 1_000)).status).toBe(200);
});

test('showing a person who was never hidden is answered with 404 and creates no row', async () => {
  const before = await world.pull('participant');
  expect(await hideOrShow('participant', 'show', people.author.id)).toMatchObject({ status: 404, body: { error: 'not_found' } });
  expect(await world.pull('participant', before.cursor)).toMatchObject({ cursor: before.cursor, changes: [] });
});
