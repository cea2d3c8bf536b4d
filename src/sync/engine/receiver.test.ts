import { beforeEach, expect, test, vi } from 'vitest';
import type { BatchCall } from '#contract/endpoints/core.ts';
import { apiAnswer, eventId, freshDatabase, quietPorts, serverPost, userId } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { ApiClient } from '../wire/api-client.ts';
import { SyncClient } from './client.ts';
import { withEngine } from './engine.ts';
import { Connection } from '../wire/connection.ts';
import { shortenBackOff, storeFailure, readRetry } from '../exchange/retry.ts';

let db: EventDatabase;
let client: SyncClient;
let answers: Record<string, () => Response | Promise<Response>>;

const level = () => apiAnswer(200, { cursor: 'a', reset: false, more: false, changes: [] });
const refused = () => apiAnswer(503, { error: 'internal', message: '' });
const pull = async () => (await client.engine()).pull();
const written = async (content: string) => (await client.engine()).execute('posts', 'create', { content, replyToId: null }, { eventId });
const waiting = () => db.outbox.count();
const failures = async () => (await readRetry(db)).attempts;

beforeEach(() => {
  db = freshDatabase();
  answers = {};
  let taken: BatchCall[] = [];
  const accept = () =>
    apiAnswer(200, { answers: taken.map(({ key, body }) => ({ key, status: 201, body: serverPost((body as { id: string }).id) })) });
  // No timer ever fires, so each request is the result of an action.
  const ports = quietPorts({
    fetch: async (path, { body }) => {
      if (path === '/api/batch') taken = (JSON.parse(body as string) as { calls: BatchCall[] }).calls;
      const answer = { '/api/batch': accept, ...answers }[path.replace(/\?.*/, '')];
      if (!answer) throw new TypeError('no network');
      return answer();
    },
  });
  const connection = new Connection();
  const api = new ApiClient({ ports, connection, userId, token: 'token', onRefused: () => {} });
  client = withEngine(new SyncClient({ db, ports }), { ports, connection, api });
  client.start();
  return () => {
    client.stop();
    db.close();
  };
});

test('a successful pull sends the commands that failed without a network before their back-off ends', async () => {
  await pull();
  answers = {
    '/api/batch': () => {
      throw new TypeError('no network');
    },
  };
  await written('before the tunnel');
  await vi.waitFor(async () => expect(await failures()).toBe(1));
  answers = { '/api/sync': level };
  await pull();
  await vi.waitFor(async () => expect(await waiting()).toBe(0));
});

test('a successful pull does not send commands that the server put off', async () => {
  answers = { '/api/batch': refused };
  await written('too much');
  await vi.waitFor(async () => expect(await failures()).toBe(1));
  answers = { '/api/sync': level };
  await pull();
  expect([await shortenBackOff(db), await waiting()]).toEqual([false, 1]);
});

test('pulls do not send commands again while the network lets nothing but the feed through', async () => {
  answers = { '/api/sync': level };
  await pull();
  let requests = 0;
  answers = {
    '/api/sync': level,
    '/api/batch': () => {
      requests += 1;
      throw new TypeError('reset');
    },
  };
  await written('does not get through');
  await vi.waitFor(async () => expect(await failures()).toBe(1));
  await pull();
  await pull();
  // A manual sync runs after everything that the pulls have started.
  await client.syncNow();
  expect(requests).toBe(2);
});

test('an answer that was on its way when the network was lost leaves the client offline', async () => {
  await pull();
  const [requested, late] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()];
  answers = {
    '/api/sync': () => {
      requested.resolve();
      return late.promise;
    },
  };
  const pulled = pull();
  await requested.promise;
  client.networkLost();
  answers = {};
  late.resolve(level());
  await pulled;
  expect(client.status.get().connection).toBe('offline');
});

test('shortening the back-off keeps the number of failures', async () => {
  await storeFailure(db, quietPorts(), { kind: 'no-network' });
  await storeFailure(db, quietPorts(), { kind: 'no-network' });
  expect(await shortenBackOff(db)).toBe(true);
  expect(await readRetry(db)).toMatchObject({ attempts: 2, nextAt: 0 });
});

test('the status shows a load of the mirror after a reset, as after a switch of the event', async () => {
  const pages =
    (...list: object[]) =>
    () =>
      new Response(list.map((page) => JSON.stringify(page)).join('\n'), { headers: { 'x-event-companion': '1' } });
  answers = { '/api/sync': level };
  await pull();
  const loading: boolean[] = [];
  const leave = client.status.subscribe(() => void loading.push(client.status.get().firstLoad !== null));
  answers = { '/api/sync': pages({ cursor: 'b', reset: false, more: false, changes: [] }) };
  await pull();
  expect(loading).not.toContain(true);
  const again = { cursor: 'c', reset: true, more: true, changes: [] };
  answers = { '/api/sync': pages(again, { cursor: 'd', reset: false, more: false, changes: [] }) };
  await pull();
  leave();
  expect([loading.includes(true), loading.at(-1)]).toEqual([true, false]);
});

test('a level pull deletes rows outside of a window while the app is visible', async () => {
  const windows = [{ scope: `event:${eventId}`, epoch: 'a', number: 1, floors: { posts: 2 }, counts: {}, at: 0 }];
  const old = { ...serverPost('old', { order: 1 }), authorId: userId + 1 };
  const page = {
    cursor: 'a',
    reset: false,
    more: false,
    with: [{ resource: 'posts', id: old.id, version: 1, row: old }],
    windows,
    changes: [],
  };
  (await client.engine()).setVisible(false);
  answers = { '/api/sync': () => apiAnswer(200, page) };
  await pull();
  answers = { '/api/sync': () => apiAnswer(200, { ...page, with: [] }) };
  expect(await db.mirror('posts').count()).toBe(1);
  (await client.engine()).setVisible(true);
  await vi.waitFor(async () => expect(await db.mirror('posts').count()).toBe(0));
});
