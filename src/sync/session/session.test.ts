import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { apiAnswer, freshDatabase, markOf, quietPorts, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import { clientOf, leave, signingIn } from '#tests/fixtures/session.ts';
import { EventDatabase } from '#db/database.ts';
import type { Ports } from '../device/ports.ts';
import { Session } from './session.ts';
import { login } from './sign-in.ts';
import { unsentEntries } from '../outbox/loss-journal.ts';

let storage: IDBFactory;

beforeEach(() => {
  storage = new IDBFactory();
});

const open = (ports: Ports): Session => new Session(ports, () => freshDatabase(storage));

describe('an app with a signed-in user', () => {
  test('opens from the device without a network', async () => {
    const ports = signingIn();
    const first = open(ports);
    await first.signIn(login('anna@demo.example', 'secret'));
    leave(first);
    const later = open({ ...quietPorts(), store: ports.store });
    await later.start();
    expect(later.state.get()).toMatchObject({ status: 'signed-in', userId });
    leave(later);
  });

  test('shows the sign-in only after a 401 of the server, and keeps pending commands', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.signIn(login('anna@demo.example', 'secret'));
    const client = clientOf(session);
    await writePost(client.db, ports, 'waiting');
    const refusing = { ...ports, fetch: async () => apiAnswer(401, { error: 'unauthenticated', message: '' }) };
    leave(session);
    const again = open(refusing);
    const signedOut = new Promise<void>((resolve) => {
      again.state.subscribe(() => {
        if (again.state.get().status === 'signed-out') resolve();
      });
    });
    await again.start();
    await signedOut;
    expect(again.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [{ count: 1 }] });
  });
});

test('a sign-in has a longer timeout, as the server hashes two passwords at a time', async () => {
  const timeouts = new Map<string, number>();
  let delay = 0;
  const ports = signingIn();
  const session = open({
    ...ports,
    setTimer: (ms) => {
      delay = ms;
      return () => undefined;
    },
    fetch: (path, init) => {
      timeouts.set(path, delay);
      return ports.fetch(path, init);
    },
  });
  await session.signIn(login('anna@demo.example', 'secret'));
  expect(timeouts.get('/api/users/login')).toBe(20_000);
  expect(timeouts.get('/api/users/me')).toBe(8_000);
  leave(session);
});

test('a database that does not open is reported with its pending commands', async () => {
  const ports = signingIn();
  await ports.store.set('signed-in', userId);
  await ports.store.set(`unsent-of-${userId}:a`, { key: 'a', text: 'my words', at: 1 });
  const broken = new Session(ports, () => {
    const db = freshDatabase(storage);
    db.on('ready', () => {
      throw Object.assign(new Error('backing store'), { name: 'UnknownError' });
    });
    return db;
  });
  await broken.start();
  expect(broken.state.get()).toMatchObject({ status: 'storage-failed', problem: 'lost', unsent: [{ text: 'my words' }] });
});

test("another account's broken database does not block the sign-in", async () => {
  const ports = signingIn();
  await ports.store.set('left-something', [{ userId: 99, name: 'Somebody' }]);
  await ports.store.set('unsent-of-99:a', { key: 'a', text: 'theirs', at: 1 });
  const session = new Session(ports, (id) => {
    const db = freshDatabase(storage);
    if (id === 99) {
      db.on('ready', () => {
        throw Object.assign(new Error('backing store'), { name: 'UnknownError' });
      });
    }
    return db;
  });
  await session.start();
  expect(session.state.get()).toEqual({ status: 'signed-out', unsentOf: [{ name: 'Somebody', count: 1 }] });
});

test('a device that lost its own store has all pending commands after a sign-in', async () => {
  const ports = signingIn();
  const session = open(ports);
  await session.signIn(login('anna@demo.example', 'secret'));
  await (await clientOf(session).engine()).execute('posts', 'create', { content: 'still here', replyToId: null }, { eventId: 1 });
  leave(session);
  const emptied = { ...ports, store: quietPorts().store };
  const later = open(emptied);
  await later.start();
  expect(later.state.get()).toMatchObject({ status: 'signed-out' });
  await later.signIn(login('anna@demo.example', 'secret'));
  const { db } = clientOf(later);
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'waiting', args: { content: 'still here' } }]);
  await expect.poll(() => unsentEntries(emptied.store, userId)).toMatchObject([{ text: 'still here' }]);
  leave(later);
});

describe('a device without a known account', () => {
  test.each([
    [null, []],
    ['here', ['GET /api/users/refresh']],
    ['left', ['POST /api/users/logout']],
  ] as const)('requests once what the mark %s requires', async (mark, expected) => {
    const requests: string[] = [];
    const ports = { ...signingIn(requests), sessionMark: markOf(mark) };
    await open(ports).start();
    expect([requests, ports.sessionMark.get()]).toEqual([expected, null]);
    await open(ports).start();
    expect(requests).toEqual(expected);
  });

  test('keeps the mark if the server cannot be reached', async () => {
    const ports = quietPorts({ sessionMark: markOf('here') });
    await open(ports).start();
    expect(ports.sessionMark.get()).toBe('here');
  });
});

test('a device whose own store fails reports it', async () => {
  const failing = () => Promise.reject(Object.assign(new Error('no'), { name: 'UnknownError' }));
  const session = open(quietPorts({ store: { get: failing, set: failing, del: failing, keys: failing } }));
  await session.start();
  expect(session.state.get()).toMatchObject({ status: 'storage-failed', userId: null });
});

test('a sign-in ends the session of the previous account and its engine', async () => {
  const other = userId + 1;
  const ports = signingIn();
  const session = new Session(ports, (id) => new EventDatabase(id, { indexedDB: storage, IDBKeyRange }));
  await session.signIn(login('anna@demo.example', 'secret'));
  const anna = clientOf(session);
  await anna.db.mirror('posts').put(serverPost('0190f1de-0000-7000-8000-000000000001'));
  const { fetch } = ports;
  ports.fetch = async (path, init) =>
    path === '/api/users/login' ? apiAnswer(200, { success: true, token: 'token', userId: other, expiresIn: 60 }) : fetch(path, init);
  await session.signIn(login('ben@demo.example', 'secret'));
  expect(session.state.get()).toMatchObject({ userId: other });
  expect(anna.db.isOpen()).toBe(false);
  await anna.db.open();
  expect(await anna.db.mirror('posts').count()).toBe(0);
  anna.db.close();
  leave(session);
});

test('a tab that is notified of a sign-in during its start runs one engine', async () => {
  const ports = signingIn();
  await ports.store.set('signed-in', userId);
  let opened = 0;
  const heard: (() => void)[] = [];
  const session = new Session(
    {
      ...ports,
      onSessionAnnounced: (listener) => {
        heard.push(listener);
        return () => undefined;
      },
    },
    () => {
      opened += 1;
      return freshDatabase(storage);
    },
  );
  const started = session.start();
  for (const listener of heard) listener();
  await started;
  expect(await session.logout('keep')).toEqual({ kind: 'done' });
  expect(opened).toBe(3); // to find the last one, for the engine, and to count unsent commands
});
