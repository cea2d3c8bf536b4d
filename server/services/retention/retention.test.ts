import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deletesAt, keptDays } from '../../../contract/event-dates.ts';
import { times } from '../../../contract/times.ts';
import { home, people } from '../../../tests/fixtures/camp.ts';
import { openWorld, type World } from '../../../tests/fixtures/world.ts';
import { purge } from '../../jobs/purge.ts';
import { sqlOf } from '../../store/engine/handles.ts';
import { idsInEvent } from '../../store/rows/deleted-event.ts';
import { personalResources } from '../../store/rows/event-retention.ts';

let world: World;
let end: number;

beforeEach(async () => {
  world = await openWorld();
  end = world.clock.now() + 2 * times.day;
  const dates = { start_date: new Date(world.clock.now()).toISOString(), end_date: new Date(end).toISOString() };
  await sqlOf(world.store.reading).updateTable('events').set(dates).where('id', '=', home).execute();
});
afterEach(() => world.close());

const purgeAt = async (time: number): Promise<void> => {
  world.later(time - world.clock.now());
  await purge(world.store, world.clock);
};
const left = async () => {
  const counts: Record<string, number> = {};
  for (const resource of personalResources) counts[resource] = (await idsInEvent(world.store.reading, resource, home)).length;
  return counts;
};
const members = async () => {
  const found = sqlOf(world.store.reading).selectFrom('memberships').select('user_id').where('event_id', '=', home);
  return (await found.where('role', '!=', 'admin').execute()).map(({ user_id: userId }) => userId);
};
const told = async () => {
  const found = sqlOf(world.store.reading).selectFrom('mails').select('user_id').where('kind', '=', 'event-data-ends');
  return (await found.execute()).map(({ user_id: userId }) => userId);
};
const deletion = () => deletesAt({ endDate: new Date(end).toISOString() });

test('tells organisers a week before personal data of an event is deleted, and deletes it for every device', async () => {
  const { cursor } = await world.pull('orga');
  await purgeAt(deletion() - 7 * times.day - 1);
  expect(await told()).toEqual([]);
  const empty = Object.entries(await left()).filter(([, count]) => count === 0);
  // These two were deleted two weeks after the end already.
  expect(empty.map(([resource]) => resource)).toEqual(['datingMatches', 'datingParticipants']);
  await purgeAt(deletion() - 7 * times.day);
  expect(await told()).toEqual([people.orga.id]);
  await purgeAt(deletion() - 1);
  expect(await members()).not.toEqual([]);
  await purgeAt(deletion());
  expect(Object.values(await left())).toEqual(personalResources.map(() => 0));
  expect(await members()).toEqual([]);
  const { used_by: usedBy } = await sqlOf(world.store.reading)
    .selectFrom('event_codes')
    .select((is) => is.fn.max('used_by').as('used_by'))
    .where('event_id', '=', home)
    .executeTakeFirstOrThrow();
  expect(usedBy).toBeNull();
  const { reset, changes } = await world.pull('orga', cursor);
  expect(reset || changes.some(({ resource }) => resource === 'participants')).toBe(true);
  expect((await world.call('orga', 'GET', '/api/post')).body.posts ?? []).toEqual([]);
});

test('deletes who was removed from an event, and what people used of their quotas', async () => {
  await world.call('author', 'POST', '/api/post', { body: { id: uuidv7(), event: home, content: 'Hello' } });
  const { reading } = world.store;
  await sqlOf(reading)
    .insertInto('removed_members')
    .values({ id: 'removal', event_id: home, user_id: people.outsider.id, address_hash: 'hash', removed_at: 0 })
    .execute();
  const kept = async () => {
    const tables = ['removed_members', 'quota_use'] as const;
    return Promise.all(
      tables.map(async (table) => (await sqlOf(reading).selectFrom(table).selectAll().where('event_id', '=', home).execute()).length),
    );
  };
  await purgeAt(deletion() - 7 * times.day);
  expect(await kept()).toEqual([1, 1]);
  await purgeAt(deletion());
  expect(await kept()).toEqual([0, 0]);
});

test('keeps data of an event that was over before for 30 days, from when its organisers were told', async () => {
  const late = deletion() + 400 * times.day;
  await purgeAt(late);
  expect(await told()).toContain(people.orga.id);
  const before = await left();
  await purgeAt(late + 30 * times.day - 1);
  expect((await left())['posts']).toBe(before['posts']);
  await purgeAt(late + 30 * times.day);
  expect((await left())['posts']).toBe(0);
});

test('waits for a later date that organisers choose after they were told, and tells them again', async () => {
  await purgeAt(deletion() - 7 * times.day);
  expect(await told()).toHaveLength(1);
  expect((await world.call('orga', 'PUT', `/api/event/${home}`, { body: { keptDays: 200 } })).body).toMatchObject({ keptDays: 200 });
  await purgeAt(deletion() + 102 * times.day);
  expect(await members()).not.toEqual([]);
  await purgeAt(deletion() + 103 * times.day);
  expect(await members()).not.toEqual([]);
  await purgeAt(deletion() + 110 * times.day);
  expect(await members()).toEqual([]);
});

test.each([keptDays.least - 1, keptDays.most + 1])('rejects %i days', async (days) => {
  const { status, body } = await world.call('orga', 'PUT', `/api/event/${home}`, { body: { keptDays: days } });
  expect([status, body.error]).toEqual([400, 'invalid']);
});
