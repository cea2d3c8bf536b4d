import { beforeEach, describe, expect, test } from 'vitest';
import type { BatchCall } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import { announcementOf } from '#tests/fixtures/camp.ts';
import { apiAnswer, eventId, freshDatabase, quietPorts, serverPost, userId, writePost, writePosts } from '#tests/fixtures/device.ts';
import { SimulatedClock } from '#tests/simulation/world/clock.ts';
import type { EventDatabase } from '#db/database.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { drain } from './drain.ts';
import { callOf } from './due-commands.ts';
import type { Ports } from '../device/ports.ts';
import { readRetry, resetDelays, resetRetry, shortenBackOff } from './retry.ts';
import { resolve } from '../outbox/conflict.ts';
import { command } from '../outbox/command.ts';
import { discard, enqueue } from '../outbox/outbox.ts';

let db: EventDatabase;

beforeEach(() => {
  db = freshDatabase();
  return () => db.close();
});

/** Ports to a server that answers each call by `answer`. `batches` receives the calls of each request. */
function serverThat(answer: (call: BatchCall) => { status: number; body?: unknown }, batches: BatchCall[][] = []): Ports {
  return quietPorts({
    fetch: async (_path, init) => {
      const { calls } = JSON.parse(init.body as string) as { calls: BatchCall[] };
      batches.push(calls);
      return apiAnswer(200, { answers: calls.map((call) => ({ key: call.key, ...answer(call) })) });
    },
  });
}

const created = (call: BatchCall) => ({ status: 201, body: serverPost((call.body as { id: string }).id) });
const apiBy = (ports: Ports, onRefused = () => {}) =>
  new ApiClient({ ports, connection: new Connection(), userId, token: 'token', onRefused });

test('a command becomes the REST call of its mutation in the event where it was made', async () => {
  const entry = await writePost(db, quietPorts(), 'hello');
  expect(callOf(entry)).toEqual({
    key: entry.key,
    lane: `posts:${entry.id}`,
    method: 'POST',
    path: '/api/post',
    body: { content: 'hello', replyToId: null, id: entry.id, event: eventId },
  });
});

test.each([
  ['no arguments', { args: undefined }],
  ['no rows', { entities: undefined }],
  ['no lane', { lane: undefined }],
  ['no resource', { resource: 7 }],
])('a command with %s is set aside and does not block the next one', async (_what, part) => {
  const batches: BatchCall[][] = [];
  const ports = serverThat(created, batches);
  const [broken, whole] = await writePosts(db, ports, ['broken', 'whole']);
  await db.outbox.update(broken!.seq, part as never);
  await drain(db, ports, apiBy(ports));
  expect(batches.flat().map(({ key }) => key)).toEqual([whole!.key]);
  const left = await db.outbox.toArray();
  expect(left).toMatchObject([{ seq: broken!.seq, state: 'refused', lastError: { code: 'broken' } }]);
  await discard(db, [left[0]!.key]);
  expect(await db.outbox.count()).toBe(0);
});

test('a damaged rejected command does not block others and can be discarded', async () => {
  const batches: BatchCall[][] = [];
  const ports = serverThat(created, batches);
  const [broken, gone, whole] = await writePosts(db, ports, ['broken', 'gone', 'whole']);
  await db.outbox.update(broken!.seq, { state: 'refused', entities: undefined } as never);
  await discard(db, [gone!.key]);
  await drain(db, ports, apiBy(ports));
  expect(batches.flat().map(({ key }) => key)).toEqual([whole!.key]);
  await discard(db, [broken!.key]);
  expect(await db.outbox.count()).toBe(0);
});

test('a thousand queued writes cost one request', async () => {
  const batches: BatchCall[][] = [];
  const ports = serverThat(created, batches);
  const hundreds = Array.from({ length: 10 }, (_, hundred) => Array.from({ length: 100 }, (_item, i) => `post ${100 * hundred + i}`));
  for (const contents of hundreds) await writePosts(db, ports, contents);
  expect(await drain(db, ports, apiBy(ports))).toEqual({ kind: 'drained', nextAt: null });
  expect(batches.map((calls) => calls.length)).toEqual([1_000]);
  expect(batches.flat().map(({ body }) => (body as { content: string }).content)).toEqual(
    Array.from({ length: 1_000 }, (_, i) => `post ${i}`),
  );
});

test('a batch backs off if every call fails with a server error, and continues if only one does', async () => {
  for (const content of ['one', 'two', 'three']) await writePost(db, quietPorts(), content);
  const batches: BatchCall[][] = [];
  const broken = serverThat(() => ({ status: 500, body: { error: 'internal', message: '' } }), batches);
  expect((await drain(db, broken, apiBy(broken))).kind).toBe('backing-off');
  expect(batches.map(({ length }) => length)).toEqual([3]);
  expect((await readRetry(db)).attempts).toBe(1);

  await resetRetry(db);
  await resetDelays(db);
  const [first] = await db.outbox.orderBy('seq').toArray();
  const partly = serverThat((call) =>
    call.key === first?.key ? { status: 500, body: { error: 'internal', message: '' } } : created(call),
  );
  expect((await drain(db, partly, apiBy(partly))).kind).toBe('drained');
  expect(await db.outbox.count()).toBe(1);
});

test('the batch after two failures is small, and the one after a success holds the rest', async () => {
  const batches: BatchCall[][] = [];
  const ports = serverThat(created, batches);
  await writePosts(db, ports, Array(200).fill('hello'));
  let failures = 2;
  const flaky: Ports = {
    ...ports,
    fetch: async (path, init) => {
      if (failures-- > 0) throw new TypeError('no network');
      return ports.fetch(path, init);
    },
  };
  for (const _try of [1, 2]) {
    await drain(db, flaky, apiBy(flaky));
    await shortenBackOff(db);
  }
  await drain(db, flaky, apiBy(flaky));
  expect(batches.map((calls) => calls.length)).toEqual([25, 175]);
});

test('a batch is read after the token arrived, with new commands and without discarded ones', async () => {
  const batches: BatchCall[][] = [];
  const server = serverThat(created, batches);
  const [gone, stays] = await writePosts(db, server, ['gone', 'stays']);
  const ports: Ports = {
    ...server,
    fetch: async (path, init) => {
      if (path !== '/api/users/refresh') return server.fetch(path, init);
      await discard(db, [gone!.key]);
      await writePost(db, server, 'new');
      return apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 900 });
    },
  };
  await drain(db, ports, new ApiClient({ ports, connection: new Connection(), userId, onRefused: () => {} }));
  expect(batches.map((calls) => calls.map(({ body }) => (body as { content: string }).content))).toEqual([['stays', 'new']]);
  expect(stays!.key).toBe(batches[0]?.[0]?.key);
});

test('a command that the server put off is sent at once when the clock was put back', async () => {
  const batches: BatchCall[][] = [];
  let status = 503;
  const ports = serverThat((call) => (status === 503 ? { status, retryAfter: 30 } : created(call)), batches);
  await writePost(db, ports, 'hello');
  await drain(db, ports, apiBy(ports));
  status = 201;
  const earlier = { ...ports, now: () => ports.now() - 600_000 };
  await drain(db, ports, apiBy(ports));
  expect(batches).toHaveLength(1);
  expect(await drain(db, earlier, apiBy(earlier))).toEqual({ kind: 'drained', nextAt: null });
  expect(await db.outbox.count()).toBe(0);
});

test('a command over the hourly quota waits with its text, and other commands are sent', async () => {
  const batches: BatchCall[][] = [];
  const clock = { now: 1_000_000 };
  let isFull = true;
  const server = serverThat((call) => {
    const { content } = call.body as { content: string };
    if (content !== 'one too many' || !isFull) return created(call);
    return { status: 429, body: { error: 'hourly_quota', message: '' }, retryAfter: 1_800 };
  }, batches);
  const ports = { ...server, now: () => clock.now };
  await writePosts(db, ports, ['first', 'one too many']);
  const { nextAt } = await drain(db, ports, apiBy(ports));
  expect(await db.outbox.toArray()).toMatchObject([
    { state: 'waiting', args: { content: 'one too many' }, lastError: { code: 'hourly_quota' } },
  ]);
  await writePost(db, ports, 'in another event');
  expect(await drain(db, ports, apiBy(ports))).toEqual({ kind: 'drained', nextAt });
  isFull = false;
  clock.now = nextAt!;
  await drain(db, ports, apiBy(ports));
  expect(nextAt).toBe(1_000_000 + 1_800_000);
  expect(batches.map((calls) => calls.length)).toEqual([2, 1, 1]);
  expect(await db.outbox.count()).toBe(0);
});

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength;

test('a request holds at most the bytes of a batch plus one command', async () => {
  const sizes: number[] = [];
  const server = serverThat(created);
  const ports = {
    ...server,
    fetch: (path: string, init: RequestInit) => {
      sizes.push(bytesOf(init.body as string));
      return server.fetch(path, init);
    },
  };
  // Three bytes per letter, but few enough commands for one request by number.
  const content = '€'.repeat(limits.postLength);
  await writePosts(db, ports, Array(100).fill(content));
  expect((await drain(db, ports, apiBy(ports))).kind).toBe('drained');
  expect(sizes).toHaveLength(2);
  expect(Math.max(...sizes)).toBeLessThan(limits.batchBytes + bytesOf(content) + 1_000);
});

test.each([
  ['9 bytes a millisecond succeeds', 9, 'drained'],
  ['less than 8 bytes a millisecond times out', 7, 'backing-off'],
])('a large batch on an uplink of %s', async (_name, pace, kind) => {
  const clock = new SimulatedClock();
  const server = serverThat(created);
  const ports: Ports = {
    ...server,
    now: () => clock.now(),
    setTimer: (delay, task) => clock.setTimer(delay, task),
    fetch: (path, init) =>
      new Promise((resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new TypeError('given up')));
        clock.setTimer(bytesOf(init.body as string) / pace, () => resolve(server.fetch(path, init)));
        // The whole batch has been sent, or its time is over.
        clock.fireNext();
      }),
  };
  await writePosts(db, ports, Array(100).fill('x'.repeat(limits.postLength)));
  expect((await drain(db, ports, apiBy(ports))).kind).toBe(kind);
});

describe('without an answer', () => {
  test('commands stay without a counted attempt, and the next try is stored', async () => {
    const ports = quietPorts();
    await writePost(db, ports, 'hello');
    const { kind, nextAt } = await drain(db, ports, apiBy(ports));
    expect(kind).toBe('backing-off');
    expect((await readRetry(db)).nextAt).toBe(nextAt);
    expect(await db.outbox.toArray()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  });

  test('a command is sent again under the same key', async () => {
    const batches: BatchCall[][] = [];
    let answered = false;
    const server = serverThat(created, batches);
    const ports = {
      ...server,
      fetch: async (path: string, init: RequestInit) => {
        const response = await server.fetch(path, init);
        if (answered) return response;
        answered = true;
        throw new TypeError('the answer got lost');
      },
    };
    await writePost(db, ports, 'hello');
    await drain(db, ports, apiBy(ports));
    await db.meta.clear();
    await drain(db, ports, apiBy(ports));
    expect(new Set(batches.flat().map(({ key }) => key)).size).toBe(1);
    expect(await db.outbox.count()).toBe(0);
  });
});

test('only sent commands are marked as tried, and not one between them that was held back', async () => {
  const ports = quietPorts();
  const [first, held, last] = await writePosts(db, ports, ['first', 'held', 'last']);
  await db.outbox.update(held!.seq, { nextAttemptAt: ports.now() + 1, delayedAt: ports.now() });
  await drain(db, ports, apiBy(ports));
  await db.meta.delete('retry');
  await drain(db, ports, apiBy(ports));
  const tried = (await db.outbox.toArray()).filter(({ triedAt }) => triedAt !== undefined);
  expect(tried.map(({ key }) => key)).toEqual([first!.key, last!.key]);
});

test('a batch that is refused as a whole is sent call by call, and only the bad call is parked', async () => {
  const ports = quietPorts({
    fetch: async (_path, init) => {
      const { calls } = JSON.parse(init.body as string) as { calls: BatchCall[] };
      const poisoned = calls.some(({ body }) => (body as { content: string }).content === 'poison');
      if (poisoned) return apiAnswer(400, { error: 'invalid', message: '' });
      return apiAnswer(200, { answers: calls.map((call) => ({ key: call.key, ...created(call) })) });
    },
  });
  for (const content of ['first', 'poison', 'last']) await writePost(db, ports, content);
  await drain(db, ports, apiBy(ports));
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'refused', args: { content: 'poison' }, lastError: { code: 'invalid' } }]);
});

test('an answer that decides no call backs off after one request', async () => {
  let requests = 0;
  const ports = serverThat(() => {
    requests += 1;
    return { status: 424 };
  });
  await writePost(db, ports, 'hello');
  expect((await drain(db, ports, apiBy(ports))).kind).toBe('backing-off');
  expect(requests).toBe(1);
});

test('a session that has ended leaves all commands pending', async () => {
  const ports = quietPorts({ fetch: async () => apiAnswer(401, { error: 'unauthenticated', message: '' }) });
  let told = false;
  await writePost(db, ports, 'hello');
  const result = await drain(
    db,
    ports,
    apiBy(ports, () => {
      told = true;
    }),
  );
  expect(result.kind).toBe('signed-out');
  expect(told).toBe(true);
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
});

test('a refreshed token of another account is never used', async () => {
  const sent: string[] = [];
  const ports = quietPorts({
    fetch: async (path) => {
      sent.push(path);
      if (path === '/api/users/refresh') return apiAnswer(200, { success: true, token: 'theirs', userId: userId + 1, expiresIn: 60 });
      return apiAnswer(401, { error: 'unauthenticated', message: '' });
    },
  });
  await writePost(db, ports, 'hello');
  expect((await drain(db, ports, apiBy(ports))).kind).toBe('signed-out');
  expect(sent).toEqual(['/api/batch', '/api/users/refresh']);
});

test('a drain and a refresh set a limit to the wait for each lock', async () => {
  const patient: string[] = [];
  const ports: Ports = {
    ...serverThat(created),
    withLock: (name, work, patience) => {
      if (patience === undefined) patient.push(name);
      return work();
    },
  };
  await writePost(db, ports, 'hello');
  await drain(db, ports, new ApiClient({ ports, connection: new Connection(), userId, onRefused: () => {} }));
  expect(patient).toEqual([]);
});

test('an announcement is not published while an edit of it is in conflict', async () => {
  const batches: BatchCall[][] = [];
  const row = announcementOf({ active: false });
  const theirs = { ...row, version: 2, content: 'Half a sent' };
  const ports = serverThat(
    ({ method }) =>
      method === 'PUT'
        ? { status: 412, body: { error: 'version_conflict', message: '', current: theirs } }
        : { status: 424, body: { error: 'lane_stopped', message: '' } },
    batches,
  );
  await db.mirror('announcements').put(row);
  const target = { id: row.id, eventId };
  const edit = await enqueue(db, ports, command('announcements', 'edit', { content: 'All of it' }, target));
  await enqueue(db, ports, command('announcements', 'activate', {}, target));
  await drain(db, ports, apiBy(ports));
  await drain(db, ports, apiBy(ports));
  expect(batches.flat().map(({ method }) => method)).toEqual(['PUT', 'POST']);
  expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(['conflict', 'waiting']);
  await resolve(db, ports, edit.key, { kind: 'insist' });
  batches.length = 0;
  const takes = serverThat(() => ({ status: 200, body: { ...theirs, version: 3, content: 'All of it' } }), batches);
  await drain(db, takes, apiBy(takes));
  expect(batches.flat().map(({ method }) => method)).toEqual(['PUT', 'POST']);
});
