import { afterEach, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import { waitingPicture } from '#contract/pictures.ts';
import { uploadedPicture } from '#contract/rules/uploads.ts';
import { apiAnswer, eventId, freshDatabase, quietPorts, userId } from '#tests/fixtures/device.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Ports } from '../device/ports.ts';
import { command } from '../outbox/command.ts';
import { countCommands, discard, enqueue } from '../outbox/outbox.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { drain } from './drain.ts';
import { drainPictures } from './upload.ts';

let db = freshDatabase();
afterEach(() => {
  db.close();
  db = freshDatabase();
});

const wholeId = '01900000-0000-7000-8000-000000000001';
const whole = { id: wholeId, bytes: new ArrayBuffer(600 * 1024), type: 'image/webp' };
const args = { url: waitingPicture(wholeId, 1600, 1200), description: 'The jetty' };
const small = { bytes: new ArrayBuffer(40 * 1024), type: 'image/webp', width: 640, height: 480 };
/** Bytes per millisecond. */
const [slow, good] = [6, 200];

interface Camp {
  readonly ports: Ports;
  readonly api: ApiClient;
  readonly requests: string[];
  readonly received: Map<string, number>;
  rate: number;
  now: number;
  /** Offset of the device's clock (ms). */
  setBy: number;
  /** Offset of the device's clock after the next piece (ms). */
  setNext: number;
  gone: boolean;
}

function camp(own: Partial<Ports> = {}): Camp {
  const requests: string[] = [];
  const received = new Map<string, number>();
  let version = 0;
  const fetch: Ports['fetch'] = async (path, { method, body }) => {
    const [, upload] = /^\/api\/uploads\/([^?]+)/.exec(path) ?? [];
    if (upload !== undefined) {
      const bytes = method === 'POST' ? (body as ArrayBuffer).byteLength : 0;
      here.now += bytes / here.rate;
      if (method === 'POST') here.setBy = here.setNext;
      received.set(upload, (received.get(upload) ?? 0) + bytes);
      return apiAnswer(200, { received: received.get(upload) });
    }
    if (path === '/api/batch') {
      const { calls } = JSON.parse(body as string) as { calls: { key: string }[] };
      return apiAnswer(200, { answers: calls.map(({ key }) => ({ key, status: 204 })) });
    }
    const { url, description = args.description, id = path.split('/')[3] } = JSON.parse(body as string) as Record<string, string>;
    requests.push(`${method} ${url}`);
    if (here.gone) return apiAnswer(404, { error: 'not_found', message: '' });
    version += 1;
    const link = `/images/photos/${String(version).repeat(22)}-640x480.webp`;
    const row = { id, version, eventId, authorId: userId, url: link, description, order: 5, createdAt: '2026-07-01T12:00:00.000Z' };
    return apiAnswer(method === 'POST' ? 201 : 200, row);
  };
  const ports = quietPorts({
    fetch,
    upload: fetch,
    now: () => here.now + here.setBy,
    elapsed: () => here.now,
    shrink: async () => small,
    ...own,
  });
  const api = new ApiClient({ ports, connection: new Connection(), userId, token: 'token', onRefused: () => {} });
  const here: Camp = { ports, api, requests, received, rate: slow, now: Date.UTC(2026, 6, 1, 12), setBy: 0, setNext: 0, gone: false };
  return here;
}

const share = ({ ports }: Camp): Promise<OutboxEntry> => enqueue(db, ports, command('photos', 'create', args, { eventId, bytes: whole }));
const send = ({ ports, api }: Camp) => drainPictures(db, ports, api);
const shown = async (id: OutboxEntry['id']) => (await db.mirror('photos').get(id))?.url;
const wholeUpload = uploadedPicture(wholeId, whole.bytes.byteLength);

test('a slow network sends a small picture first, and the rest of the whole one when it is good', async () => {
  const here = camp();
  const { id } = await share(here);
  const { kind, nextAt } = await send(here);
  expect([kind, nextAt! - here.now <= times.minute]).toEqual(['drained', true]);
  expect(here.requests).toEqual([expect.stringMatching(/^POST upload:[\da-f-]{36}:40960$/)]);
  // The author sees the whole picture all the time.
  expect(await shown(id)).toBe(args.url);
  const before = here.received.get(wholeId)!;
  expect(before).toBeGreaterThan(0);
  here.now = nextAt!;
  here.rate = good;
  expect(await send(here)).toEqual({ kind: 'drained', nextAt: null });
  expect(here.requests.slice(1)).toEqual([`PUT ${wholeUpload}`]);
  expect(here.received.get(wholeId)).toBe(whole.bytes.byteLength);
  expect(await shown(id)).toBe(`/images/photos/${'2'.repeat(22)}-640x480.webp`);
  expect([await db.outbox.count(), await db.blobs.count()]).toEqual([0, 0]);
});

/** Shares this many photos on a slow network, all sent small. Returns the time of the next try. */
async function sharedInSmall(here: Camp, count: number): Promise<number> {
  for (let index = 0; index < count; index += 1) {
    const id = `01900000-0000-7000-8000-00000000001${index}`;
    const url = { ...args, url: waitingPicture(id, 1600, 1200) };
    await enqueue(db, here.ports, command('photos', 'create', url, { eventId, bytes: { ...whole, id } }));
  }
  return (await send(here)).nextAt!;
}

test('all whole pictures follow within a minute once the network is good', async () => {
  const here = camp();
  const nextAt = await sharedInSmall(here, 5);
  expect(await countCommands(db)).toEqual({ waiting: 5, following: 5, needsAttention: 0 });
  expect(nextAt - here.now).toBeLessThanOrEqual(times.minute);
  [here.now, here.rate] = [nextAt, good];
  expect(await send(here)).toEqual({ kind: 'drained', nextAt: null });
  expect(here.requests.filter((call) => call.startsWith('PUT'))).toHaveLength(5);
  expect(here.now - nextAt).toBeLessThan(times.minute);
});

test('one piece of one picture probes the network for all', async () => {
  const here = camp();
  here.now = await sharedInSmall(here, 5);
  const before = new Map(here.received);
  expect((await send(here)).nextAt).toBeGreaterThan(here.now);
  expect([...here.received].filter(([name, bytes]) => bytes > (before.get(name) ?? 0))).toHaveLength(1);
});

test('whole pictures follow at once when another picture arrives at a good rate', async () => {
  const here = camp();
  await sharedInSmall(here, 2);
  here.rate = good;
  await share(here);
  expect(await send(here)).toEqual({ kind: 'drained', nextAt: null });
  expect(await db.outbox.count()).toBe(0);
});

test('a whole picture waits on a slow network and sends one piece per try', async () => {
  const here = camp();
  await share(here);
  here.now = (await send(here)).nextAt!;
  const before = here.received.get(wholeId)!;
  const { nextAt } = await send(here);
  expect(nextAt).toBeGreaterThan(here.now);
  expect(here.requests).toHaveLength(1);
  expect(here.received.get(wholeId)! - before).toBeGreaterThan(0);
  expect(here.received.get(wholeId)! - before).toBeLessThan(limits.pieceBytes / 4);
});

test('a picture is sent whole on a good network, if it cannot shrink, or after an earlier try', async () => {
  const fast = camp();
  fast.rate = good;
  await share(fast);
  expect((await send(fast)).nextAt).toBeNull();
  expect(fast.requests).toEqual([`POST ${wholeUpload}`]);

  const plain = camp({ shrink: async () => null });
  await share(plain);
  expect((await send(plain)).nextAt).toBeNull();
  expect(plain.requests).toEqual([`POST ${wholeUpload}`]);

  const tried = camp();
  const { seq } = await share(tried);
  await db.outbox.update(seq, { triedAt: tried.now });
  await send(tried);
  expect(tried.requests).toEqual([`POST ${wholeUpload}`]);
});

test.each([365 * times.day, -365 * times.day])(
  'setting the clock by %d ms during a piece does not change the measured rate',
  async (setNext) => {
    const fast = camp();
    [fast.rate, fast.setNext] = [good, setNext];
    await share(fast);
    expect((await send(fast)).nextAt).toBeNull();
    expect(fast.requests).toEqual([`POST ${wholeUpload}`]);

    const poor = camp();
    poor.setNext = setNext;
    await share(poor);
    await send(poor);
    expect(poor.requests).toEqual([expect.stringMatching(/^POST upload:[\da-f-]{36}:40960$/)]);
  },
);

const waiting = async () => (await db.outbox.orderBy('seq').toArray()).map(({ mutation }) => mutation);

const sendTexts = ({ ports, api }: Camp) => drain(db, ports, api);

test('removing a photo does not wait for its whole picture and deletes it, even after a try', async () => {
  for (const triedAt of [undefined, 1]) {
    const here = camp();
    const { id } = await share(here);
    await send(here);
    await db.outbox.toCollection().modify((entry) => {
      if (triedAt !== undefined) entry.triedAt = here.now;
    });
    await enqueue(db, here.ports, command('photos', 'remove', {}, { id, eventId }));
    expect(await shown(id)).toBeUndefined();
    await sendTexts(here);
    expect([await waiting(), await db.blobs.count()]).toEqual([[], 0]);
  }
});

test('discarding a removal keeps the whole picture pending', async () => {
  const here = camp();
  const { id } = await share(here);
  here.now = (await send(here)).nextAt!;
  const removal = await enqueue(db, here.ports, command('photos', 'remove', {}, { id, eventId }));
  await discard(db, [removal.key]);
  here.rate = good;
  expect(await send(here)).toEqual({ kind: 'drained', nextAt: null });
  expect(here.requests.at(-1)).toBe(`PUT ${wholeUpload}`);
  expect([await waiting(), await db.blobs.count()]).toEqual([[], 0]);
});

test('a photo that was deleted elsewhere drops its whole picture', async () => {
  const here = camp();
  const { id } = await share(here);
  here.now = (await send(here)).nextAt!;
  [here.rate, here.gone] = [good, true];
  await send(here);
  expect(here.requests.at(-1)).toBe(`PUT ${wholeUpload}`);
  expect([await waiting(), await shown(id)]).toEqual([[], undefined]);
});

test('a photo with a pending removal is not shrunk', async () => {
  const here = camp();
  const { id } = await share(here);
  await enqueue(db, here.ports, command('photos', 'remove', {}, { id, eventId }));
  await send(here);
  expect((await db.outbox.toArray()).map(({ mutation }) => mutation)).toEqual(['remove']);
  expect(here.requests).toEqual([`POST ${wholeUpload}`]);
});
