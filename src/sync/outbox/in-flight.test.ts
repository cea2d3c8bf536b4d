import { beforeEach, expect, test } from 'vitest';
import { waitingPicture } from '#contract/pictures.ts';
import type { ArgsOf } from '#contract/resource.ts';
import { arrangementId } from '#contract/rules/arranged.ts';
import { schedule } from '#contract/resources/schedule.ts';
import { announcementOf } from '#tests/fixtures/camp.ts';
import { apiAnswer, breakfast, eventId, freshDatabase, quietPorts, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Ports } from '../device/ports.ts';
import { drain } from '../exchange/drain.ts';
import { settle } from '../exchange/settle.ts';
import { markTried, markInFlight } from './in-flight.ts';
import { drainPictures } from '../exchange/upload.ts';
import { storeArrivals } from '../mirror/mirror.ts';
import { inFlightNotes } from './in-flight.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { command } from './command.ts';
import { enqueueAll } from './outbox.ts';

let db: EventDatabase;
beforeEach(() => {
  db = freshDatabase();
  return () => db.close();
});

const ports = quietPorts();
const apiBy = (own: Ports) => new ApiClient({ ports: own, connection: new Connection(), userId, token: 'token', onRefused: () => {} });
const mutations = async () => (await db.outbox.toArray()).map(({ mutation }) => mutation);
const removePost = (id: string | number) => enqueueAll(db, ports, [command('posts', 'remove', {}, { id, eventId })], null);
const removePhoto = (id: string | number) => enqueueAll(db, ports, [command('photos', 'remove', {}, { id, eventId })], null);

const blobId = '01900000-0000-7000-8000-000000000001';
async function share(size = 4): Promise<string | number> {
  const bytes = { id: blobId, bytes: new Uint8Array(size).buffer, type: 'image/webp' };
  const args = { url: waitingPicture(blobId, 40, 30), description: 'My passport' };
  const [entry] = await enqueueAll(db, ports, [command('photos', 'create', args, { eventId, bytes })], null);
  return entry!.id;
}

test('removing a row that has not left the device discards its create command and dependents', async () => {
  const post = await writePost(db, ports, 'Never mind');
  await writePost(db, ports, 'To myself', String(post.id));
  expect(await removePost(post.id)).toEqual([]);
  const photo = await share();
  expect(await removePhoto(photo)).toEqual([]);
  expect([await db.outbox.count(), await db.blobs.count(), await db.mirror('posts').count(), await db.mirror('photos').count()]).toEqual([
    0, 0, 0, 0,
  ]);
});

test.each([
  ['is in flight', async (entry: Awaited<ReturnType<typeof writePost>>) => void (await markInFlight(db, ports, [entry]))],
  [
    'was tried',
    async (entry: Awaited<ReturnType<typeof writePost>>) => {
      await markInFlight(db, ports, [entry]);
      await markTried(db);
    },
  ],
])('removing a row whose create command %s enqueues a remove command', async (_what, happens) => {
  const post = await writePost(db, ports, 'Never mind');
  await happens(post);
  expect(await removePost(post.id)).toHaveLength(1);
  expect(await mutations()).toEqual(['create', 'remove']);
});

test('a command that another tab sends stays in flight when this tab sends others', async () => {
  const [one, two] = [await writePost(db, ports, 'one'), await writePost(db, ports, 'two')];
  await markInFlight(db, ports, [one, two]);
  await markInFlight(db, ports, [two]);
  expect(await removePost(one.id)).toHaveLength(1);
});

test('a tried command needs no note, but a new one in the same batch does', async () => {
  const one = await writePost(db, ports, 'one');
  await markInFlight(db, ports, [one]);
  await markTried(db);
  const [tried] = await db.outbox.toArray();
  await markInFlight(db, ports, [tried!]);
  expect(await db.meta.get(inFlightNotes.text)).toBeUndefined();
  const two = await writePost(db, ports, 'two');
  await markInFlight(db, ports, [tried!, two]);
  expect(await removePost(two.id)).toHaveLength(1);
});

test('a settled command needs no note, but one that another tab sends does', async () => {
  const [one, two] = [await writePost(db, ports, 'one'), await writePost(db, ports, 'two')];
  await markInFlight(db, ports, [one, two]);
  const isDone = (entry: OutboxEntry) =>
    settle(db, ports, [{ entry, answer: { key: entry.key, status: 201, body: serverPost(String(entry.id)) } }]);
  await isDone(two);
  expect(await removePost(one.id)).toHaveLength(1);
  await isDone(one);
  await markTried(db);
  expect((await db.outbox.toArray()).map(({ mutation, triedAt }) => [mutation, triedAt])).toEqual([['remove', undefined]]);
  const three = await writePost(db, ports, 'three');
  await markInFlight(db, ports, [three]);
  await isDone(three);
  expect(await db.meta.get(inFlightNotes.text)).toBeUndefined();
});

test('a picture that is removed while its pieces are sent is not shared', async () => {
  const requests: string[] = [];
  const answer: Ports['fetch'] = async (path, { method }) => {
    requests.push(`${method} ${path.replace(/\?.*/, '')}`);
    if (method === 'POST') await removePhoto(id);
    return apiAnswer(200, { received: method === 'POST' ? 40_000 : 0 });
  };
  const own = quietPorts({ fetch: answer, upload: answer });
  const id = await share(40_000);
  expect((await drainPictures(db, own, apiBy(own))).kind).toBe('drained');
  expect(requests).toEqual([`GET /api/uploads/${blobId}`, `POST /api/uploads/${blobId}`]);
});

test('a text that is removed while a token is requested is not sent', async () => {
  const requests: string[] = [];
  const post = await writePost(db, ports, 'Never mind');
  const own = quietPorts({
    fetch: async (path) => {
      requests.push(path);
      await removePost(post.id);
      return apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 900 });
    },
  });
  const api = new ApiClient({ ports: own, connection: new Connection(), userId, onRefused: () => {} });
  await drain(db, own, api);
  expect(requests).toEqual(['/api/users/refresh']);
  expect(await mutations()).toEqual([]);
});

const entry = breakfast;
const edit = async (args: ArgsOf<typeof schedule, 'edit'>): Promise<OutboxEntry> =>
  (await enqueueAll(db, ports, [command('schedule', 'edit', args, { id: entry.id, eventId })], null))[0] as OutboxEntry;

test('changes of a row that have not left the device are one command', async () => {
  await db.mirror('schedule').put(entry);
  const first = await edit({ title: 'Brunch' });
  const second = await edit({ title: 'Late brunch', locationName: 'Lawn' });
  expect(second).toMatchObject({ seq: first.seq, baseVersion: entry.version });
  expect(await db.outbox.toArray()).toMatchObject([{ args: { title: 'Late brunch', locationName: 'Lawn' }, base: { title: entry.title } }]);
  expect(await db.mirror('schedule').get(entry.id)).toMatchObject({ title: 'Late brunch', locationName: 'Lawn', $pending: [second.key] });
});

test('a command that was joined by a change after the drain read it is not sent in its old form', async () => {
  await db.mirror('schedule').put(entry);
  const seen = await edit({ title: 'Brunch' });
  const second = await edit({ locationName: 'Lawn' });
  // The drain has read the first change and not noted it yet.
  expect(await markInFlight(db, ports, [seen])).toBe(false);
  expect(await markInFlight(db, ports, [second])).toBe(true);
});

test('no command is marked as in flight if the clock was set since the server sent the time, unless it never does', async () => {
  await db.mirror('schedule').put(entry);
  const change = await edit({ title: 'Brunch' });
  const isSet = { ...ports, hasServerTime: () => false };
  expect(await markInFlight(db, isSet, [change])).toBe(false);
  expect(await markInFlight(db, isSet, [change], { withoutServerTime: true })).toBe(true);
});

test('reordering a list by many taps is one command', async () => {
  const ids = ['a', 'b', 'c'].map((end) => `01900000-0000-7000-8000-00000000000${end}`);
  for (const shift of [0, 1, 2]) {
    const updates = ids.map((id, index) => ({ id, position: ((index + shift) % 3) + 1 }));
    await enqueueAll(db, ports, [command('arrangements', 'home', { updates }, { id: arrangementId(eventId, 'home'), eventId })], null);
  }
  expect(await db.outbox.toArray()).toMatchObject([{ args: { updates: [{ position: 3 }, { position: 1 }, { position: 2 }] } }]);
});

test.each([
  ['is in flight', (sent: OutboxEntry) => markInFlight(db, ports, [sent])],
  ['is in conflict', (sent: OutboxEntry) => db.outbox.update(sent.seq, { state: 'conflict' })],
  ['was tried', (sent: OutboxEntry) => db.outbox.update(sent.seq, { triedAt: 1 })],
])('a change after one that %s is a command of its own', async (_what, happens) => {
  await db.mirror('schedule').put(entry);
  await happens(await edit({ title: 'Brunch' }));
  await edit({ title: 'Late brunch' });
  expect((await db.outbox.toArray()).map(({ args }) => args)).toEqual([{ title: 'Brunch' }, { title: 'Late brunch' }]);
});

test("a change after another person's change is a command of its own with the newer base", async () => {
  await db.mirror('schedule').put(entry);
  await edit({ locationName: 'Lawn' });
  const moved = { ...entry, startDate: entry.endDate, endDate: '2026-07-02T20:00:00.000Z', version: entry.version + 1 };
  await storeArrivals(db, schedule, [{ id: entry.id, base: { row: moved, version: moved.version } }]);
  await edit({ endDate: '2026-07-02T21:00:00.000Z' });
  expect(await db.outbox.toArray()).toMatchObject([
    { args: { locationName: 'Lawn' }, base: { startDate: entry.startDate } },
    { args: { endDate: '2026-07-02T21:00:00.000Z' }, base: { startDate: moved.startDate, locationName: 'Lawn' } },
  ]);
});

test('two commands of one form stay two', async () => {
  await db.mirror('schedule').put(entry);
  const part = (args: ArgsOf<typeof schedule, 'edit'>) => command('schedule', 'edit', args, { id: entry.id, eventId });
  await enqueueAll(db, ports, [part({ title: 'Brunch' }), part({ locationName: 'Lawn' })], null);
  expect(await mutations()).toEqual(['edit', 'edit']);
});

test('an edit after a publication does not join the edit before it', async () => {
  const row = announcementOf({ active: false });
  await db.mirror('announcements').put(row);
  const target = { id: row.id, eventId };
  const say = (content: string) => enqueueAll(db, ports, [command('announcements', 'edit', { content }, target)], null);
  await say('Come at five');
  await enqueueAll(db, ports, [command('announcements', 'activate', {}, target)], null);
  await say('Come at six');
  expect(await mutations()).toEqual(['edit', 'activate', 'edit']);
});
