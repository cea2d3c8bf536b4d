import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { apiAnswer, freshDatabase, markOf, quietPorts, userId } from '#tests/fixtures/device.ts';
import { leave, signingIn } from '#tests/fixtures/session.ts';
import type { SyncClient } from '../engine/client.ts';
import type { Ports } from '../device/ports.ts';
import { StorageError } from '../device/storage.ts';
import { EarlySession, type SessionCode } from './early-session.ts';
import { Session } from './session.ts';
import { login } from './sign-in.ts';

let storage: IDBFactory;
let ports: Ports;
let come: () => void;
let fail: () => void;
let timers: (() => void)[];

/** A device on which Anna is signed in, now without a network. */
beforeEach(async () => {
  storage = new IDBFactory();
  const signed = signingIn();
  const first = new Session(signed, () => freshDatabase(storage));
  await first.signIn(login('anna@demo.example', 'secret'));
  leave(first);
  timers = [];
  ports = {
    ...quietPorts(),
    store: signed.store,
    setTimer: (_delay, task) => {
      timers.push(task);
      return () => void timers.splice(timers.indexOf(task), 1);
    },
  };
});

let requests: number;
function open(own: Partial<Ports> = {}): EarlySession {
  requests = 0;
  const all = { ...ports, ...own };
  const code = () => {
    requests += 1;
    return new Promise<SessionCode>((resolve, reject) => {
      come = () => resolve({ Session, portsFrom: () => all });
      fail = () => reject(new TypeError('Failed to fetch dynamically imported module'));
    });
  };
  return new EarlySession(all, () => freshDatabase(storage), code);
}

function clientOf(session: EarlySession): SyncClient {
  const state = session.state.get();
  if (state.status !== 'signed-in') throw new Error(`not signed in but ${state.status}`);
  return state.client;
}

const write = async (client: SyncClient) =>
  (await client.engine()).execute('posts', 'create', { content: 'early', replyToId: null }, { eventId: 1 });

test('the signed-in user is shown before the code is loaded, and a command waits for it', async () => {
  const session = open();
  await session.start();
  const client = clientOf(session);
  expect([client.userId, requests]).toEqual([userId, 0]);
  const written = write(client);
  await Promise.resolve();
  expect(await client.db.outbox.count()).toBe(0);
  come();
  await written;
  expect([requests, await client.db.outbox.count()]).toEqual([1, 1]);
  // The screens keep their client.
  expect(clientOf(session)).toBe(client);
  client.stop();
  client.db.close();
});

test('a command rejects if the code cannot be loaded, and the load is repeated', async () => {
  const session = open();
  await session.start();
  const client = clientOf(session);
  session.work();
  const written = write(client);
  const called = client.call({ method: 'GET', path: '/api/users/me' });
  fail();
  await expect(written).rejects.toBeInstanceOf(StorageError);
  expect([await called, await client.db.outbox.count(), requests]).toEqual([{ kind: 'no-network' }, 0, 1]);
  for (const task of timers.splice(0)) task();
  expect(requests).toBe(2);
  come();
  await write(client);
  expect(await client.db.outbox.count()).toBe(1);
  client.stop();
  client.db.close();
});

test('a sign-out in another tab wins over the early session', async () => {
  const session = open();
  await session.start();
  const client = clientOf(session);
  await ports.store.del('signed-in');
  session.work();
  come();
  await expect.poll(() => session.state.get().status).toBe('signed-out');
  await expect(write(client)).rejects.toBeInstanceOf(StorageError);
  expect(client.db.isOpen()).toBe(false);
});

test('an unused device shows the sign-in at once and loads the code', async () => {
  await ports.store.del('signed-in');
  const session = open();
  await session.start();
  expect([requests, session.state.get()]).toEqual([1, { status: 'signed-out', unsentOf: [] }]);
});

test('a device that lost its store shows the sign-in until the server recognises the cookie', async () => {
  const fetch: Ports['fetch'] = async (path) => {
    if (path !== '/api/users/refresh') throw new TypeError('no network');
    return apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 60 });
  };
  await ports.store.del('signed-in', `lives-of-${userId}`);
  const session = open({ fetch, sessionMark: markOf('here') });
  await session.start();
  expect(session.state.get().status).toBe('signed-out');
  come();
  await expect.poll(() => session.state.get().status).toBe('signed-in');
  const client = clientOf(session);
  client.stop();
  client.db.close();
});

test('a device with unsent commands loads the code before it shows the sign-in', async () => {
  await ports.store.del('signed-in');
  await ports.store.set('left-something', [{ userId, name: 'Anna' }]);
  const session = open();
  await session.start();
  expect([requests, session.state.get().status]).toEqual([1, 'starting']);
  come();
  await expect.poll(() => session.state.get().status).toBe('signed-out');
});
