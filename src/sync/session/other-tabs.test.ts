import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { apiAnswer, quietPorts, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import { clientOf, leave, signingIn } from '#tests/fixtures/session.ts';
import { databaseName, databaseVersion, EventDatabase } from '#db/database.ts';
import type { Ports } from '../device/ports.ts';
import { wipeMirror } from '../outbox/wipe.ts';
import { Session } from './session.ts';
import { login } from './sign-in.ts';

let storage: IDBFactory;
beforeEach(() => {
  storage = new IDBFactory();
});

const open = (ports: Ports): Session =>
  new Session(ports, (id, life = 0) => new EventDatabase(id, { indexedDB: storage, IDBKeyRange, life }));

const anna = login('anna@demo.example', 'secret');

/** Opens a connection that stays open, as in a sleeping tab. Dexie's version is a tenth of the browser's. */
function hold(name: string, version?: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = storage.open(name, version && version * 10);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

/** Ports of one browser, whose tabs notify each other. */
function browser(): { ports: Ports; tab: () => Ports } {
  const announcements = new EventTarget();
  const server = signingIn();
  const renewed = { success: true, token: 'token', userId, expiresIn: 60 };
  const ports: Ports = {
    ...server,
    fetch: async (path, init) => (path === '/api/users/refresh' ? apiAnswer(200, renewed) : server.fetch(path, init)),
  };
  const tab = (): Ports => {
    const own = {};
    return {
      ...ports,
      announceSession: () => void announcements.dispatchEvent(new CustomEvent('session', { detail: own })),
      onSessionAnnounced: (listener) => {
        const hear = (event: Event): void => {
          if ((event as CustomEvent).detail !== own) listener();
        };
        announcements.addEventListener('session', hear);
        return () => announcements.removeEventListener('session', hear);
      },
    };
  };
  return { ports, tab };
}

describe('a sleeping tab with an open database', () => {
  test('does not prevent another sign-in after a complete sign-out', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.signIn(anna);
    const asleep = await hold(databaseName(userId));
    expect(await session.logout('discard')).toEqual({ kind: 'done' });
    expect(await session.signIn(anna)).toEqual({ kind: 'signed-in' });
    const { db } = clientOf(session);
    await writePost(db, ports, 'in the new one');
    leave(session);
    // Nor a restart, also if the device has lost the number of the database.
    for (const store of [ports.store, quietPorts().store]) {
      await store.set('signed-in', userId);
      const later = open({ ...quietPorts(), store });
      await later.start();
      expect(await clientOf(later).db.outbox.toArray()).toMatchObject([{ args: { content: 'in the new one' } }]);
      leave(later);
    }
    asleep.close();
  });

  test('delays the deletion of the old database until it closes it', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.signIn(anna);
    const asleep = await hold(databaseName(userId));
    await session.logout('discard');
    const names = async () => (await storage.databases()).map(({ name }) => name);
    expect(await names()).toContain(databaseName(userId));
    asleep.close();
    await vi.waitFor(async () => expect(await names()).not.toContain(databaseName(userId)));
    await vi.waitFor(async () => expect(await ports.store.keys('given-up-')).toEqual([]));
  });

  test('blocks an upgrade, which is reported and continues when the tab closes the database', async () => {
    const ports = signingIn();
    const first = open(ports);
    await first.signIn(anna);
    await (await clientOf(first).engine()).execute('posts', 'create', { content: 'still here', replyToId: null }, { eventId: 1 });
    leave(first);
    await lowerVersion(databaseName(userId));
    const asleep = await hold(databaseName(userId), databaseVersion - 1);
    const session = open({ ...quietPorts(), store: ports.store, setTimer: soon });
    await session.start();
    expect(session.state.get()).toMatchObject({ status: 'storage-failed', problem: 'blocked' });
    asleep.close();
    await vi.waitFor(() => expect(session.state.get()).toMatchObject({ status: 'signed-in' }));
    expect(await clientOf(session).db.outbox.toArray()).toMatchObject([{ args: { content: 'still here' } }]);
    leave(session);
  });
});

/** Only the patience with a blocked database ends soon; other timers never fire. */
const soon: Ports['setTimer'] = (delay, task) => {
  if (delay !== 5_000) return () => undefined;
  const timer = setTimeout(task, 50);
  return () => clearTimeout(timer);
};

/** Gives the database the version of an earlier app. */
async function lowerVersion(name: string): Promise<void> {
  const current = await hold(name);
  const tables = [...current.objectStoreNames];
  const rows = await Promise.all(
    tables.map(
      (table) =>
        new Promise<{ keyPath: string | null; autoIncrement: boolean; values: unknown[] }>((resolve) => {
          const store = current.transaction(table).objectStore(table);
          const request = store.getAll();
          request.onsuccess = () =>
            resolve({ keyPath: store.keyPath as string | null, autoIncrement: store.autoIncrement, values: request.result });
        }),
    ),
  );
  current.close();
  await new Promise((resolve) => {
    storage.deleteDatabase(name).onsuccess = resolve;
  });
  await new Promise((resolve) => {
    const request = storage.open(name, (databaseVersion - 1) * 10);
    request.onupgradeneeded = () => {
      tables.forEach((table, index) => {
        const { keyPath, autoIncrement, values } = rows[index]!;
        const store = request.result.createObjectStore(table, { keyPath, autoIncrement });
        for (const value of values) store.put(value);
      });
    };
    request.onsuccess = () => {
      request.result.close();
      resolve(undefined);
    };
  });
}

describe('another tab', () => {
  test('opens the new database after a complete sign-out and a new sign-in', async () => {
    const { tab } = browser();
    const [one, two] = [open(tab()), open(tab())];
    await one.signIn(anna);
    await two.start();
    await vi.waitFor(() => expect(two.state.get()).toMatchObject({ status: 'signed-in' }));
    await one.logout('discard');
    await one.signIn(anna);
    await vi.waitFor(() => expect(clientOf(two).db.name).toBe(clientOf(one).db.name));
    expect(clientOf(two).db.isOpen()).toBe(true);
    leave(one);
    leave(two);
  });

  test('killed during its logout leaves the person signed in here, and the mirror is loaded again', async () => {
    const { ports } = browser();
    const { fetch } = ports;
    const change = { resource: 'posts', id: '1', version: 1, row: serverPost('0190f1de-0000-7000-8000-000000000001') };
    const page = { cursor: 'a', reset: false, more: false, changes: [change] };
    ports.fetch = async (path, init) =>
      path.startsWith('/api/sync') && !path.includes('events') ? apiAnswer(200, page) : fetch(path, init);
    const timers: (() => void)[] = [];
    ports.setTimer = (delay, task) => {
      if (delay === 10_000) timers.push(task);
      return () => undefined;
    };
    const session = open(ports);
    await session.signIn(anna);
    const left = clientOf(session);
    await (await left.engine()).pull();
    expect(await left.db.mirror('posts').count()).toBe(1);
    await wipeMirror(left.db);
    await (await left.engine()).pull();
    expect([timers.length, await left.db.mirror('posts').count()]).toEqual([1, 0]);
    timers[0]!();
    await vi.waitFor(async () => expect(await clientOf(session).db.mirror('posts').count()).toBe(1));
    leave(session);
  });

  test('upgrading the database makes this one store its input and report that it is outdated', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.signIn(anna);
    const { db, activity } = clientOf(session);
    const stored = activity.begin();
    const upgrading = hold(databaseName(userId), databaseVersion + 1);
    await vi.waitFor(() => expect(db.isOpen()).toBe(true));
    await db.drafts.put({ id: 'new-post', text: 'half a thought', updatedAt: 1 });
    stored();
    const upgraded = await upgrading;
    expect(session.state.get()).toMatchObject({ status: 'storage-failed', problem: 'outdated' });
    const kept = await new Promise((resolve) => {
      const request = upgraded.transaction('drafts').objectStore('drafts').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    expect(kept).toMatchObject([{ text: 'half a thought' }]);
    upgraded.close();
  });
});

test('a session whose end cannot be stored continues, and ends with the next refusal', async () => {
  const ports = signingIn();
  const session = open(ports);
  await session.signIn(anna);
  const client = clientOf(session);
  await writePost(client.db, ports, 'waiting');
  const { set } = ports.store;
  ports.store.set = async (key, value) => {
    if (key === 'left-something') throw new DOMException('full', 'QuotaExceededError');
    await set(key, value);
  };
  ports.fetch = async (path) =>
    new Response(JSON.stringify({ error: 'unauthenticated', message: '' }), { status: 401, headers: { 'x-event-companion': '1', path } });
  await (await client.engine()).pull();
  expect(session.state.get().status).toBe('signed-in');
  expect(clientOf(session)).toBe(client);
  ports.store.set = set;
  await (await client.engine()).pull();
  await vi.waitFor(() => expect(session.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [{ count: 1 }] }));
});
