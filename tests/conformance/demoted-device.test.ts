import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Ports } from '#sync/device/ports.ts';
import { drain } from '#sync/exchange/drain.ts';
import { pull } from '#sync/exchange/pull.ts';
import { enqueue, requeue } from '#sync/outbox/outbox.ts';
import { ApiClient } from '#sync/wire/api-client.ts';
import { Connection } from '#sync/wire/connection.ts';
import { codeOf, home, insertRows, people, postOf } from '../fixtures/camp.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { freshDatabase, quietPorts, userId } from '../fixtures/device.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { scheduleEntryOf } from './organisers-rows.ts';

/** The device of the person called outsider, whom a global admin makes an event admin of the home event. */
let world: World;
let db: EventDatabase;
let ports: Ports;
let api: ApiClient;
let entry: ScheduleEntry;

const open = async (settings: Record<string, string> = {}): Promise<void> => {
  world = await openWorld(settings);
  entry = scheduleEntryOf();
  await insertRows(world.store, world.clock, 'schedule', [entry]);
  await give('admin');
  const { token } = await world.app.deps.auth.sessions.open(userId);
  ports = quietPorts({
    fetch: async (path, { method, headers, body }) => {
      const sent = { method: method as 'GET', url: path, headers: headers as Record<string, string> };
      const answer = await world.app.inject({ ...sent, ...(typeof body === 'string' && { payload: body }) });
      return new Response(answer.body, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
    },
  });
  db = freshDatabase();
  api = new ApiClient({ ports, connection: new Connection(), userId, token, onRefused: () => undefined });
  await read();
};
beforeEach(() => open());
afterEach(async () => {
  db.close();
  await world.close();
});

const read = () => pull(db, ports, api, () => undefined);
const here = () => db.mirror('schedule').get(entry.id);
const give = (role: string | null) =>
  world.call('admin', 'PUT', `/api/admin/users/${people.outsider.id}/event-role`, { body: { eventId: home, role } });
const rename = (title: string) =>
  enqueue(db, ports, { resource: 'schedule', mutation: 'edit', args: { title }, id: entry.id, eventId: home });

test('a pending edit of a demoted event admin is rejected and kept with its text', async () => {
  await rename('Mine');
  expect(await here()).toMatchObject({ title: 'Mine' });
  await give('participant');
  await drain(db, ports, api);
  await read();
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'refused', args: { title: 'Mine' }, lastError: { code: 'forbidden' } }]);
  expect(await here()).toMatchObject({ title: entry.title });
});

test("a pending edit of a removed event admin is kept, though the device deletes the event's rows", async () => {
  await rename('Mine');
  await give(null);
  await read();
  await drain(db, ports, api);
  await read();
  // The command is a conflict: the device can only conclude that the entry was deleted.
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'conflict', args: { title: 'Mine' }, lastError: { code: 'not_found' } }]);
  expect(await here()).toBeUndefined();
  expect(await db.mirror('participants').count()).toBe(0);
  expect(await db.mirror('me').get(userId)).toMatchObject({ activeEventId: null, memberships: [] });
});

test.each([
  ['removed from it', null],
  ['no organiser any more', 'participant'],
])('a pending removal of a code is rejected when the event admin is %s, because the code still exists', async (_, role) => {
  const code = codeOf({ code: 'CAMP-LATE' });
  await insertRows(world.store, world.clock, 'codes', [code]);
  await read();
  await enqueue(db, ports, { resource: 'codes', mutation: 'remove', args: {}, id: code.id, eventId: home });
  await give(role);
  await drain(db, ports, api);
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'refused', lastError: { code: 'forbidden' } }]);
});

test('a pending removal of an own post is rejected after the author left the event, because the post still exists', async () => {
  await give('participant');
  const post = postOf('outsider');
  await insertRows(world.store, world.clock, 'posts', [post]);
  await read();
  await enqueue(db, ports, { resource: 'posts', mutation: 'remove', args: {}, id: post.id, eventId: home });
  await world.call('outsider', 'POST', `/api/event/${home}/leave`, { body: { sure: true } });
  await drain(db, ports, api);
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'refused', lastError: { code: 'forbidden' } }]);
});

test('a pending removal is done when another person has removed the row already', async () => {
  const [post, code] = [postOf('outsider'), codeOf({ code: 'CAMP-LATE' })];
  await insertRows(world.store, world.clock, 'posts', [post]);
  await insertRows(world.store, world.clock, 'codes', [code]);
  await read();
  await enqueue(db, ports, { resource: 'posts', mutation: 'remove', args: {}, id: post.id, eventId: home });
  await enqueue(db, ports, { resource: 'codes', mutation: 'remove', args: {}, id: code.id, eventId: home });
  expect((await world.call('orga', 'DELETE', `/api/post/${post.id}`)).status).toBe(204);
  expect((await world.call('orga', 'DELETE', `/api/event/${home}/code/${code.id}`)).status).toBe(204);
  await drain(db, ports, api);
  expect(await db.outbox.count()).toBe(0);
});

test('an edit of an event admin without a required second factor is kept, and sent again once the factor is on', async () => {
  db.close();
  await world.close();
  await open({ ADMIN_SECOND_FACTOR: 'required' });
  const turnOn = (id: number) =>
    sqlOf(world.store.reading).updateTable('users').set({ totp_secret: 'JBSWY3DPEHPK3PXP' }).where('id', '=', id).execute();
  await turnOn(people.admin.id);
  await give('admin');
  await read();
  await rename('Mine');
  await drain(db, ports, api);
  await read();
  const [refused] = await db.outbox.toArray();
  expect(refused).toMatchObject({ state: 'refused', args: { title: 'Mine' }, lastError: { code: 'second_factor_required' } });
  // A plain repetition stays rejected: the device has parked the command.
  await requeue(db, ports, refused!.key);
  await drain(db, ports, api);
  const [again] = await db.outbox.toArray();
  expect(again).toMatchObject({ state: 'refused', args: { title: 'Mine' }, lastError: { code: 'second_factor_required' } });
  await turnOn(userId);
  await requeue(db, ports, again!.key);
  await drain(db, ports, api);
  await read();
  expect(await db.outbox.count()).toBe(0);
  expect(await here()).toMatchObject({ title: 'Mine' });
});
