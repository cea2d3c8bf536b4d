import { beforeEach, expect, test, vi } from 'vitest';
import type { BatchCall } from '#contract/endpoints/core.ts';
import { apiAnswer, eventId, freshDatabase, quietPorts, serverPost, userId } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import type { KeyValueStore } from '../device/ports.ts';
import { unsentEntries } from '../outbox/loss-journal.ts';
import { SyncClient } from './client.ts';
import { withEngine } from './engine.ts';

let db: EventDatabase;
let client: SyncClient;
let store: KeyValueStore;
let online: boolean;
let full: boolean;

const witnessed = async () => (await unsentEntries(store, userId)).map(({ text }) => text);
const written = async (content: string) => (await client.engine()).execute('posts', 'create', { content, replyToId: null }, { eventId });

beforeEach(async () => {
  db = freshDatabase();
  [online, full] = [false, false];
  const { store: values } = quietPorts();
  const inRoom = async (work: () => Promise<void>): Promise<void> => {
    if (full) throw new DOMException('no room', 'QuotaExceededError');
    await work();
  };
  store = { ...values, set: (key, value) => inRoom(() => values.set(key, value)), del: (...keys) => inRoom(() => values.del(...keys)) };
  const ports = quietPorts({
    store,
    // Retries due within seconds run at once.
    setTimer: (delay, task) => {
      if (delay <= 5_000) setImmediate(task);
      return () => {};
    },
    fetch: async (path, { body }) => {
      if (!online) throw new TypeError('no network');
      if (path !== '/api/batch') return apiAnswer(200, { cursor: 'a', reset: false, more: false, changes: [] });
      const { calls } = JSON.parse(body as string) as { calls: BatchCall[] };
      return apiAnswer(200, {
        answers: calls.map((call) => ({ key: call.key, status: 201, body: serverPost((call.body as { id: string }).id) })),
      });
    },
  });
  const connection = new Connection();
  const api = new ApiClient({ ports, connection, userId, token: 'token', onRefused: () => {} });
  client = withEngine(new SyncClient({ db, ports }), { ports, connection, api });
  client.start();
  await written('first');
  await client.activity.ended();
  return () => {
    client.stop();
    db.close();
  };
});

test('the loss journal receives a command as soon as there is room for it', async () => {
  full = true;
  await written('second');
  expect(await witnessed()).toEqual(['first']);
  full = false;
  await vi.waitFor(async () => expect(await witnessed()).toEqual(['first', 'second']));
});

test('the loss journal deletes a sent command as soon as it can be written again', async () => {
  [full, online] = [true, true];
  await client.syncNow();
  await vi.waitFor(async () => expect(await db.outbox.count()).toBe(0));
  expect(await witnessed()).toEqual(['first']);
  full = false;
  await vi.waitFor(async () => expect(await witnessed()).toEqual([]));
});
