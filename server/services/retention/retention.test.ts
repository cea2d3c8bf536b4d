import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deletesAt, deletionOf, keptDays } from '#contract/rules/kept-days.ts';
import type { BaseRow } from '#contract/resource.ts';
import { mentionOf } from '#contract/rules/mentions.ts';
import { times } from '#contract/times.ts';
import { codeOf, home, insertRows, people } from '#tests/fixtures/camp.ts';
import { openWorld, type World } from '#tests/fixtures/world.ts';
import { purge } from '#server/jobs/purge.ts';
import { anyTableOf, sqlOf } from '#server/store/core/handles.ts';
import { personalTables } from '#server/store/accounts/personal-tables.ts';
import { insertMail } from '#server/store/mail/mails.ts';
import { idsInEvent } from '#server/store/repositories/events/deleted-event.ts';
import { personalResources } from '#server/store/repositories/events/event-retention.ts';

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
const notified = async () => {
  const found = sqlOf(world.store.reading).selectFrom('mails').select('user_id').where('kind', '=', 'event-data-ends');
  return (await found.execute()).map(({ user_id: userId }) => userId);
};
const deletion = () => deletesAt({ endDate: new Date(end).toISOString() });

test('notifies event admins a week before personal data of an event is deleted, and deletes it for every device', async () => {
  const { cursor } = await world.pull('orga');
  await purgeAt(deletion() - 7 * times.day - 1);
  expect(await notified()).toEqual([]);
  const empty = Object.entries(await left()).filter(([, count]) => count === 0);
  // These two were deleted two weeks after the end already.
  expect(empty.map(([resource]) => resource)).toEqual(['datingMatches', 'datingParticipants']);
  await purgeAt(deletion() - 7 * times.day);
  expect(await notified()).toEqual([people.orga.id]);
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

test('deletes removals and used quotas of the event', async () => {
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

/** Returns the columns that name people in tables of events. The audit log is kept for a year (decision 50). */
async function namingColumns(): Promise<{ table: string; column: string }[]> {
  const named = [...personalTables, { table: 'dating_matches', column: 'other_id' }];
  const tables = await sqlOf(world.store.reading).introspection.getTables();
  const ofEvents = tables.filter(({ name, columns }) => name !== 'audit_log' && columns.some((column) => column.name === 'event_id'));
  return ofEvents.flatMap(({ name }) => named.filter(({ table }) => table === name).map(({ table, column }) => ({ table, column })));
}

const insertMailOf = (userId: number) =>
  world.store.write([], (trx) =>
    insertMail(trx, { kind: 'event-data-ends', address: 'demoted@camp.example', userId, eventId: home, language: null }, 0),
  );

async function insertPushOf(authorId: number): Promise<void> {
  const push = { subject: 'posts:1', topic: null, count: 1, payload: '{}', payload_of_many: null, row_key: null, author_id: authorId };
  const waiting = { state: 'waiting', attempts: 0, next_at: 9e15, created_at: 9e15 } as const;
  const device = {
    endpoint: 'https://push.example/1',
    session_id: 'author',
    p256dh: 'x',
    auth: 'y',
    language: 'de',
    created_at: 0,
  } as const;
  await world.signIn('author');
  await sqlOf(world.store.reading)
    .insertInto('push_subscriptions')
    .values({ ...device, user_id: authorId })
    .execute();
  await sqlOf(world.store.reading)
    .insertInto('push_jobs')
    .values({ subscription_id: 1, event_id: home, setting: 'chats', ...push, ...waiting })
    .execute();
}

/** Returns the columns that name a person in the event other than its admin. */
async function participantsNamed(): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await namingColumns()) {
    const rows = anyTableOf(world.store.reading)
      .selectFrom(table)
      .select(column)
      .where('event_id', '=', home)
      .where(column, 'is not', null);
    const named = (await rows.execute()).map((row) => Number((row as Record<string, unknown>)[column]));
    if (named.some((userId) => userId !== people.orga.id)) found.push(`${table}.${column}`);
  }
  return found;
}

test('leaves no row in any table of the event that names a person other than its admins', async () => {
  const { author, participant } = people;
  const { reading } = world.store;
  const other = { event_id: home, user_id: author.id };
  await world.call('participant', 'POST', '/api/post', {
    body: { id: uuidv7(), event: home, content: `Hello ${mentionOf(participant.id)}` },
  });
  await sqlOf(reading)
    .insertInto('removed_members')
    .values({ id: 'removal', ...other, address_hash: null, removed_at: 0 })
    .execute();
  // A former event admin has rows that stay.
  await sqlOf(reading)
    .insertInto('quota_use')
    .values({ ...other, row_count: 300, bytes: 9, hour_began_at: 0, hour_rows: 0, hour_bytes: 0 })
    .execute();
  await insertRows(world.store, world.clock, 'codes', [codeOf({ code: 'ONCE', reusable: false, used: true, usedBy: participant.id })]);
  await insertMailOf(participant.id);
  await insertPushOf(participant.id);
  await insertRows(world.store, world.clock, 'calendarLinks', [
    { id: `${home}-${participant.id}`, version: 1, eventId: home, userId: participant.id, secret: 'A'.repeat(22) } as BaseRow,
  ]);
  // Assigns rows of the only event admin in the test camp to another person.
  const own = await namingColumns();
  for (const { table, column } of own)
    if (!(await participantsNamed()).includes(`${table}.${column}`))
      await anyTableOf(reading)
        .updateTable(table)
        .set({ [column]: author.id })
        .where('event_id', '=', home)
        .execute();
  const columns = (await namingColumns()).map(({ table, column }) => `${table}.${column}`);
  const before = await participantsNamed();
  expect(columns.filter((column) => !before.includes(column))).toEqual([]);
  await purgeAt(deletion() - 7 * times.day);
  await purgeAt(deletion());
  expect(await participantsNamed()).toEqual([]);
});

test('keeps data of an event that was over before for 30 days after the notice', async () => {
  const late = deletion() + 400 * times.day;
  await purgeAt(late);
  expect(await notified()).toContain(people.orga.id);
  const before = await left();
  await purgeAt(late + 30 * times.day - 1);
  expect((await left())['posts']).toBe(before['posts']);
  await purgeAt(late + 30 * times.day);
  expect((await left())['posts']).toBe(0);
});

test('waits for a later date that event admins choose after the notice, and notifies them again', async () => {
  await purgeAt(deletion() - 7 * times.day);
  expect(await notified()).toHaveLength(1);
  expect((await world.call('orga', 'PUT', `/api/event/${home}`, { body: { keptDays: 200 } })).body).toMatchObject({ keptDays: 200 });
  await purgeAt(deletion() + 102 * times.day);
  expect(await members()).not.toEqual([]);
  await purgeAt(deletion() + 103 * times.day);
  expect(await members()).not.toEqual([]);
  await purgeAt(deletion() + 110 * times.day);
  expect(await members()).toEqual([]);
});

test('the row of the event contains the date of a late notice until the notice is taken back', async () => {
  const row = async (from: string) => {
    const { changes } = await world.pull('author', from);
    return changes.findLast(({ resource, id }) => resource === 'events' && id === home)?.row;
  };
  const { cursor } = await world.pull('author');
  await purgeAt(deletion() + 10 * times.day);
  const deletesAt = deletion() + 40 * times.day;
  expect(await row(cursor)).toMatchObject({ deletesAt });
  expect(deletionOf({ endDate: new Date(end).toISOString(), deletesAt })).toBe(deletesAt);
  await world.call('orga', 'PUT', `/api/event/${home}`, { body: { keptDays: 200 } });
  await purgeAt(deletion() + 11 * times.day);
  expect(await row(cursor)).toMatchObject({ keptDays: 200, deletesAt: null });
});

test.each([keptDays.least - 1, keptDays.most + 1])('rejects %i days', async (days) => {
  const { status, body } = await world.call('orga', 'PUT', `/api/event/${home}`, { body: { keptDays: days } });
  expect([status, body.error]).toEqual([400, 'invalid']);
});
