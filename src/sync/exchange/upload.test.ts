import { afterEach, expect, test } from 'vitest';
import { waitingPicture } from '#contract/pictures.ts';
import { apiAnswer, eventId, freshDatabase, quietPorts, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { drain } from './drain.ts';
import { reviveMirror, wipeMirror, wipeUnsent } from '../outbox/wipe.ts';
import { command } from '../outbox/command.ts';
import { discard, enqueue, enqueueAll, requeue } from '../outbox/outbox.ts';
import type { Ports } from '../device/ports.ts';
import { applyPage } from './pull.ts';
import { drainPictures } from './upload.ts';
import { recordUnsent, unsentEntries } from '../outbox/loss-journal.ts';

let db = freshDatabase();
afterEach(() => {
  db.close();
  db = freshDatabase();
});

const blobId = '01900000-0000-7000-8000-000000000001';
const bytes = { id: blobId, bytes: new Uint8Array([1, 2, 3, 250]).buffer, type: 'image/webp' };
const args = { url: waitingPicture(blobId, 40, 30), description: 'The jetty' };

const share = (ports: Ports) => enqueue(db, ports, command('photos', 'create', args, { eventId, bytes }));
const accessOf = (ports: Ports) => new ApiClient({ ports, connection: new Connection(), userId, token: 'token', onRefused: () => {} });

function serverThat(answer: (body: Record<string, unknown>) => Response) {
  const requests: { path: string; headers: Record<string, string>; body: Record<string, unknown> }[] = [];
  const ask: Ports['fetch'] = async (path, init) => {
    const body = JSON.parse(init.body as string) as Record<string, unknown>;
    requests.push({ path, headers: init.headers as Record<string, string>, body });
    return answer(body);
  };
  return { requests, ports: quietPorts({ fetch: ask, upload: ask }) };
}

function batchAnswer(body: Record<string, unknown>): Response {
  const calls = body['calls'] as { key: string; body: { id: string } }[];
  return apiAnswer(200, { answers: calls.map(({ key, body: { id } }) => ({ key, status: 201, body: serverPost(id) })) });
}

const rowOf = ({ id, description }: Record<string, unknown>) => ({
  id: id as string,
  version: 1,
  eventId,
  authorId: userId,
  url: `/images/photos/${'a'.repeat(22)}-40x30.webp`,
  description,
  order: 5,
  createdAt: '2026-07-01T12:00:00.000Z',
});

test('bytes, command and view are stored in one transaction', async () => {
  const entry = await share(quietPorts());
  expect(await db.blobs.get(blobId)).toEqual(bytes);
  expect(await db.mirror('photos').get(entry.id)).toMatchObject({ url: args.url, description: 'The jetty' });
  await db.outbox.clear();
  await db.blobs.clear();
  const broken = [command('photos', 'create', args, { eventId, bytes }), command('photos', 'remove', {}, { id: 'nobody', eventId })];
  await expect(enqueueAll(db, quietPorts(), broken, 'draft')).rejects.toThrow('not_found');
  expect([await db.blobs.count(), await db.outbox.count()]).toEqual([0, 0]);
});

test('a picture is sent alone, as a data URL under its key, and settling deletes its bytes', async () => {
  const { requests, ports } = serverThat((body) => apiAnswer(201, rowOf(body)));
  const entry = await share(ports);
  expect(await drainPictures(db, ports, accessOf(ports))).toEqual({ kind: 'drained', nextAt: null });
  expect(requests).toEqual([
    {
      path: '/api/photo',
      headers: expect.objectContaining({ 'idempotency-key': entry.key }) as object,
      body: { id: entry.id, event: eventId, description: 'The jetty', url: 'data:image/webp;base64,AQID+g==' },
    },
  ]);
  expect([await db.blobs.count(), await db.outbox.count()]).toEqual([0, 0]);
  expect(await db.mirror('photos').get(entry.id)).toMatchObject({ version: 1, order: 5 });
});

test('a waiting picture does not delay text, and a removal of it waits for it', async () => {
  const { requests, ports } = serverThat((body) =>
    'calls' in body ? batchAnswer(body) : apiAnswer(503, { error: 'unavailable', message: '' }, { 'retry-after': '1' }),
  );
  const photo = await share(ports);
  await enqueue(db, ports, command('photos', 'remove', {}, { id: photo.id, eventId }));
  const post = await writePost(db, ports, 'Text');
  expect((await drainPictures(db, ports, accessOf(ports))).kind).toBe('backing-off');
  expect((await drain(db, ports, accessOf(ports))).kind).toBe('drained');
  const batches = requests
    .filter(({ body }) => 'calls' in body)
    .map(({ body }) => (body['calls'] as { key: string }[]).map(({ key }) => key));
  expect(batches).toEqual([[post.key]]);
  expect(await db.blobs.count()).toBe(1);
});

test('a refused picture keeps its bytes for another try, and discarding it deletes them', async () => {
  const { ports } = serverThat(() => apiAnswer(415, { error: 'not_a_picture', message: '' }));
  const entry = await share(ports);
  await drainPictures(db, ports, accessOf(ports));
  expect(await db.outbox.get(entry.seq)).toMatchObject({ state: 'refused', lastError: { code: 'not_a_picture' } });
  expect(await db.mirror('photos').get(entry.id)).toBeUndefined();
  expect(await db.blobs.count()).toBe(1);
  await requeue(db, ports, entry.key, { ...args, description: 'The jetty, again' });
  const again = (await db.outbox.toArray())[0]!;
  expect(again).toMatchObject({ state: 'waiting', args: { url: args.url, description: 'The jetty, again' } });
  await discard(db, [again.key]);
  expect([await db.outbox.count(), await db.blobs.count()]).toEqual([0, 0]);
});

test('an answer from the feed settles the picture and deletes its bytes', async () => {
  const ports = quietPorts();
  const { key, id } = await share(ports);
  const row = rowOf({ id, description: 'The jetty' });
  const change = { resource: 'photos', id, version: 1, row, key };
  await applyPage(db, { cursor: 'a', reset: false, more: false, changes: [change] }, { from: undefined, now: 0 });
  expect([await db.outbox.count(), await db.blobs.count()]).toEqual([0, 0]);
  expect(await db.mirror('photos').get(id)).toEqual(row);
});

test('pictures have a back-off of their own, which does not delay text', async () => {
  const { requests, ports } = serverThat(batchAnswer);
  const stuck = { ...ports, upload: () => Promise.reject(new TypeError('connection lost')) };
  await share(stuck);
  const { kind, nextAt } = await drainPictures(db, stuck, accessOf(stuck));
  expect(kind).toBe('backing-off');
  expect(nextAt).toBeGreaterThan(ports.now());
  await writePost(db, ports, 'Text');
  expect((await drain(db, stuck, accessOf(stuck))).kind).toBe('drained');
  expect(requests).toHaveLength(1);
});

/** Shares two pictures, of which the first fails with `failure`. `goOn` advances the clock to the next try and returns what was sent. */
async function twoPictures(failure: () => Promise<Response>) {
  const clock = { now: 1_000_000 };
  const requests: string[] = [];
  const upload: Ports['fetch'] = async (_path, init) => {
    const body = JSON.parse(init.body as string) as Record<string, unknown>;
    requests.push(body['description'] as string);
    return body['description'] === 'bad' ? failure() : apiAnswer(201, rowOf(body));
  };
  const ports = quietPorts({ upload, fetch: upload, now: () => clock.now });
  for (const [index, description] of ['bad', 'good'].entries()) {
    const id = `01900000-0000-7000-8000-00000000001${index}`;
    const own = { eventId, bytes: { ...bytes, id } };
    await enqueue(db, ports, command('photos', 'create', { url: waitingPicture(id, 40, 30), description }, own));
  }
  const goOn = async () => {
    const { nextAt } = await drainPictures(db, ports, accessOf(ports));
    clock.now = nextAt ?? clock.now;
    return requests.splice(0);
  };
  return { goOn, ports };
}

const lost = (): Promise<Response> => Promise.reject(new TypeError('connection lost'));
const refused = (status: number, error: string, retryAfter?: number) => (): Promise<Response> =>
  Promise.resolve(apiAnswer(status, { error, message: '' }, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }));

test.each([
  ['without an answer', lost],
  ['refused by a proxy as too large', () => Promise.resolve(new Response('<h1>413</h1>', { status: 413 }))],
  ['put off by the server', refused(503, 'unavailable', 60)],
])('a picture %s lets the next one try first', async (_name, failure) => {
  const { goOn } = await twoPictures(failure);
  expect(await goOn()).toEqual(['bad']);
  expect(await goOn()).toEqual(['good', 'bad']);
  expect(await goOn()).toEqual(['bad']);
});

test('a picture that fails on the server does not delay others, and shows that the storage is full', async () => {
  const { goOn } = await twoPictures(refused(500, 'internal'));
  expect(await goOn()).toEqual(['bad', 'good']);
  expect(await goOn()).toEqual(['bad']);
  await db.outbox.clear();
  const full = await twoPictures(refused(507, 'storage_full', 60));
  expect(await full.goOn()).toEqual(['bad']);
  expect((await db.outbox.toArray())[0]).toMatchObject({ state: 'waiting', attempts: 1, lastError: { code: 'storage_full' } });
});

test('a picture over the hourly quota waits, and the next one is sent', async () => {
  const { goOn } = await twoPictures(refused(429, 'hourly_quota', 1_800));
  expect(await goOn()).toEqual(['bad', 'good']);
  expect((await db.outbox.toArray())[0]).toMatchObject({ state: 'waiting', lastError: { code: 'hourly_quota' } });
});

/** A picture that is sent in pieces to a server that answers pieces by `toPieces` and accepts whole pictures. */
async function large(toPieces: (request: { method: string; offset: number; bytes: number }) => Promise<Response>) {
  const all = new ArrayBuffer(100 * 1024);
  const commands: string[] = [];
  const ask: Ports['fetch'] = async (path, { method, body }) => {
    if (path.startsWith('/api/uploads/')) {
      const offset = Number(new URLSearchParams(path.split('?')[1]).get('offset'));
      return toPieces({ method: method!, offset, bytes: method === 'POST' ? (body as ArrayBuffer).byteLength : 0 });
    }
    const read = JSON.parse(body as string) as Record<string, string>;
    commands.push(read['url']!.slice(0, 12));
    return apiAnswer(201, rowOf(read));
  };
  const ports = quietPorts({ fetch: ask, upload: ask });
  const own = { eventId, bytes: { id: blobId, bytes: all, type: 'image/webp' } };
  const entry = await enqueue(db, ports, command('photos', 'create', args, own));
  return { entry, commands, send: () => drainPictures(db, ports, accessOf(ports)), ports };
}

test.each([
  ['has no route', refused(404, 'not_found')],
  ['has a smaller limit', refused(413, 'too_large')],
  ['answers an unknown format', async () => apiAnswer(200, { had: 7 })],
])('a server that %s for pieces receives the picture inside its command', async (_name, toPieces) => {
  const { commands, send } = await large(toPieces);
  expect(await send()).toEqual({ kind: 'drained', nextAt: null });
  expect(commands).toEqual(['data:image/w']);
  expect(await db.outbox.count()).toBe(0);
});

test('a picture is sent later if the server has no time for pieces', async () => {
  const { commands, send } = await large(refused(503, 'unavailable', 60));
  expect((await send()).kind).toBe('backing-off');
  // The command is untried: it may still be sent small, and does not expire.
  expect([commands, await db.outbox.toArray()]).toMatchObject([
    [],
    [{ state: 'waiting', attempts: 0, lastError: { code: 'unavailable' } }],
  ]);
  expect((await db.outbox.toArray())[0]).not.toHaveProperty('triedAt');
});

test('an interrupted upload continues where it stopped, also after a restart', async () => {
  let received = 0;
  let isCut = true;
  const offsets: number[] = [];
  const { commands, send, ports } = await large(async ({ method, offset, bytes: length }) => {
    if (method === 'GET') return apiAnswer(200, { received });
    offsets.push(offset);
    expect(offset).toBe(received);
    // The server stored half of the piece, and the answer was lost.
    received += isCut ? length / 2 : length;
    return isCut ? lost() : apiAnswer(200, { received });
  });
  expect((await send()).kind).toBe('backing-off');
  expect(commands).toEqual([]);
  isCut = false;
  await db.meta.clear();
  const restarted = { ...ports };
  expect(await drainPictures(db, restarted, accessOf(restarted))).toEqual({ kind: 'drained', nextAt: null });
  expect([offsets, received, commands]).toEqual([[0, 50 * 1024], 100 * 1024, ['upload:01900']]);
});

test('a picture in flight at a logout is marked as tried after the next sign-in', async () => {
  const ports = quietPorts({ upload: () => Promise.reject(new TypeError('lost')) });
  await share(ports);
  await drainPictures(db, ports, accessOf(ports));
  await wipeMirror(db);
  await reviveMirror(db);
  await drainPictures(db, ports, accessOf(ports));
  expect((await db.outbox.toArray())[0]).toMatchObject({ triedAt: ports.now() });
});

test('a logout keeps unsent pictures with their bytes, or deletes both', async () => {
  await share(quietPorts());
  await wipeMirror(db);
  expect([await db.outbox.count(), await db.blobs.count()]).toEqual([1, 1]);
  await wipeUnsent(db);
  expect([await db.outbox.count(), await db.blobs.count()]).toEqual([0, 0]);
});

test('the loss journal names a pending picture by its description', async () => {
  const ports = quietPorts();
  await share(ports);
  await recordUnsent(ports.store, await db.outbox.toArray());
  expect((await unsentEntries(ports.store, userId)).map(({ text }) => text)).toEqual(['📷 The jetty']);
});
