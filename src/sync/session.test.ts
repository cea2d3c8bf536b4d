import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { apiAnswer, freshDatabase, quietPorts, serverPost, userId, writePost } from '../../tests/fixtures/device.ts';
import { batch, type BatchCall } from '../../contract/endpoints.ts';
import { posts } from '../../contract/resources/posts.ts';
import type { Ports } from './ports.ts';
import { Session } from './session.ts';
import { login } from './sign-in.ts';
import { testimony } from './witness.ts';

let storage: IDBFactory;

beforeEach(() => {
  storage = new IDBFactory();
});

/** A server that signs everybody in as the one person; `asked` keeps the calls in their order. */
function signingIn(asked: string[] = []): Ports {
  return quietPorts({
    fetch: async (path, { method = 'GET' }) => {
      asked.push(`${method} ${path}`);
      if (path === '/api/users/me') return apiAnswer(200, { csrfToken: 'csrf' });
      if (path === '/api/users/login') return apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 60 });
      if (path === '/api/users/logout') return apiAnswer(200, { success: true });
      if (path === '/api/users/refresh') return apiAnswer(401, { error: 'unauthenticated', message: '' });
      throw new TypeError('no network');
    },
  });
}

const open = (ports: Ports): Session => new Session(ports, () => freshDatabase(storage));
const clientOf = (session: Session) => {
  const state = session.state.get();
  if (state.status !== 'signed-in') throw new Error(`nobody is signed in: ${state.status}`);
  return state.client;
};
const leave = (session: Session): void => {
  const client = clientOf(session);
  client.stop();
  client.db.close();
};

describe('an app that knows who is signed in', () => {
  test('opens on the device without network', async () => {
    const ports = signingIn();
    const first = open(ports);
    await first.enter(login('anna@demo.example', 'secret'));
    leave(first);
    const later = open({ ...quietPorts(), store: ports.store });
    await later.start();
    expect(later.state.get()).toMatchObject({ status: 'signed-in', userId });
    leave(later);
  });

  test('goes to the login screen only for a real 401, and keeps what waits', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.enter(login('anna@demo.example', 'secret'));
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

/** Resolves when the session has come to this state. */
function reached(session: Session, status: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (session.state.get().status === status) resolve();
    };
    session.state.subscribe(look);
    look();
  });
}

describe('a session that the server ended', () => {
  const revoked = async () => apiAnswer(401, { error: 'unauthenticated', message: '' });

  /** A device with a mirrored post, an unsent one and a draft. */
  async function used(ports: Ports): Promise<void> {
    const session = open(ports);
    await session.enter(login('anna@demo.example', 'secret'));
    const { db } = clientOf(session);
    await db.mirror('posts').put({ ...serverPost('0190f1de-0000-7000-8000-000000000001'), content: 'of somebody else' });
    await writePost(db, ports, 'mine');
    await db.drafts.put({ id: 'new-post', text: 'half a thought', updatedAt: 1 });
    leave(session);
  }

  async function left(): Promise<{ mirrored: number; waiting: number; drafts: number }> {
    const db = freshDatabase(storage);
    const counts = await Promise.all([db.mirror('posts').count(), db.outbox.count(), db.drafts.count()]);
    db.close();
    return { mirrored: counts[0], waiting: counts[1], drafts: counts[2] };
  }

  test('leaves what is unsent and nothing of others, and the other tabs hear of it', async () => {
    const ports = signingIn();
    await used(ports);
    let announced = 0;
    const session = open({ ...ports, fetch: revoked, announceSession: () => void (announced += 1) });
    await session.start();
    await reached(session, 'signed-out');
    expect(await left()).toEqual({ mirrored: 0, waiting: 1, drafts: 1 });
    expect(announced).toBe(1);
  });

  test('is wiped later where the device could not at once', async () => {
    const ports = signingIn();
    await used(ports);
    const full = new Session({ ...ports, fetch: revoked }, () => {
      const db = freshDatabase(storage);
      db.mirror('posts').hook('deleting', () => {
        throw new DOMException('full', 'QuotaExceededError');
      });
      return db;
    });
    await full.start();
    await reached(full, 'signed-out');
    expect(await left()).toMatchObject({ mirrored: 2 });
    const later = open({ ...quietPorts(), store: ports.store });
    await later.start();
    expect(await left()).toEqual({ mirrored: 0, waiting: 1, drafts: 1 });
  });
});

test('a sign-in may take longer than other calls: a camp that signs in at once is hashed two at a time', async () => {
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
  await session.enter(login('anna@demo.example', 'secret'));
  expect(timeouts.get('/api/users/login')).toBe(20_000);
  expect(timeouts.get('/api/users/me')).toBe(8_000);
  leave(session);
});

describe('a logout', () => {
  test('that cannot wipe the device fails, and the person stays signed in with all that waits', async () => {
    const ports = signingIn();
    let full = false;
    const session = new Session(ports, () => {
      const db = freshDatabase(storage);
      db.mirror('posts').hook('deleting', () => {
        if (full) throw new DOMException('full', 'QuotaExceededError');
      });
      return db;
    });
    await session.enter(login('anna@demo.example', 'secret'));
    await writePost(clientOf(session).db, ports, 'waiting');
    full = true;
    await expect(session.logout('discard')).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await clientOf(session).db.outbox.count()).toBe(1);
    full = false;
    expect(await session.logout('keep')).toEqual({ kind: 'done' });
    expect(session.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [{ count: 1 }] });
  });

  test('forgets the pictures once more when nobody is here: until then the worker kept what came', async () => {
    const ports = signingIn();
    const here: unknown[] = [];
    const session = open({ ...ports, forgetPictures: async () => void here.push(await ports.store.get('signed-in')) });
    await session.enter(login('anna@demo.example', 'secret'));
    await session.logout('keep');
    expect(here).toEqual([userId, undefined]);
  });

  test('without network clears the device at once and revokes the session before anything else is asked', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.enter(login('anna@demo.example', 'secret'));
    leave(session);
    const offline = open({ ...quietPorts(), store: ports.store });
    await offline.start();
    expect(await offline.logout('discard')).toEqual({ kind: 'done' });
    expect(offline.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [] });
    const asked: string[] = [];
    const online = open({ ...signingIn(asked), store: ports.store });
    await online.start();
    expect(asked.slice(0, 2)).toEqual(['POST /api/users/logout', 'GET /api/users/refresh']);
  });

  test('without network is told to the server also before somebody signs in', async () => {
    const asked: string[] = [];
    const ports = signingIn(asked);
    const { fetch } = ports;
    const session = open(ports);
    await session.enter(login('anna@demo.example', 'secret'));
    ports.fetch = () => Promise.reject(new TypeError('no network'));
    await session.logout('discard');
    expect(await session.enter(login('ben@demo.example', 'secret'))).toEqual({ kind: 'no-network' });
    ports.fetch = fetch;
    asked.length = 0;
    expect(await session.enter(login('ben@demo.example', 'secret'))).toEqual({ kind: 'signed-in' });
    expect(asked.slice(0, 3)).toEqual(['POST /api/users/logout', 'GET /api/users/me', 'POST /api/users/login']);
    leave(session);
  });

  test('that should send first sends what waits, and is done then', async () => {
    const ports = signingIn();
    const { fetch } = ports;
    const sent: unknown[] = [];
    ports.fetch = async (path, init) => {
      if (path !== batch.path) return fetch(path, init);
      const { calls } = JSON.parse(init.body as string) as { calls: (BatchCall & { body: { id: string; content: string } })[] };
      sent.push(...calls.map(({ body }) => body.content));
      return apiAnswer(200, { answers: calls.map(({ key, body }) => ({ key, status: 201, body: serverPost(body.id, body) })) });
    };
    const session = open(ports);
    await session.enter(login('anna@demo.example', 'secret'));
    await writePost(clientOf(session).db, ports, 'last words');
    expect(await session.logout('send')).toEqual({ kind: 'done' });
    expect(sent).toEqual(['last words']);
    expect(session.state.get()).toEqual({ status: 'signed-out', unsentOf: [] });
  });

  test('that should send first says what could not be sent', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.enter(login('anna@demo.example', 'secret'));
    await writePost(clientOf(session).db, ports, 'waiting');
    expect(await session.logout('send')).toEqual({ kind: 'still-unsent', count: 1 });
    leave(session);
  });

  test('that should send first does not throw unfinished texts away', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.enter(login('anna@demo.example', 'secret'));
    await clientOf(session).db.drafts.put({ id: 'new-post', text: 'half a thought', updatedAt: 1 });
    expect(await session.logout('send')).toEqual({ kind: 'still-unsent', count: 1 });
    leave(session);
  });

  test('wipes the device at once, even where a sleeping tab holds the database open', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.enter(login('anna@demo.example', 'secret'));
    await writePost(clientOf(session).db, ports, 'unsent');
    const request = storage.open(`event-companion-${userId}`);
    await new Promise((resolve) => {
      request.addEventListener('success', resolve);
    });
    expect(await session.logout('discard')).toEqual({ kind: 'done' });
    const tables = ['posts', 'outbox', 'drafts'].map((name) => request.result.transaction(name).objectStore(name).count());
    await Promise.all(
      tables.map(
        (count) =>
          new Promise((resolve) => {
            count.addEventListener('success', resolve);
          }),
      ),
    );
    expect(tables.map(({ result }) => result)).toEqual([0, 0, 0]);
    request.result.close();
  });

  test('that keeps what is unsent shows it at the next sign-in', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.enter(login('anna@demo.example', 'secret'));
    const entry = await writePost(clientOf(session).db, ports, 'for later');
    await session.logout('keep');
    expect(session.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [{ count: 1 }] });
    await session.enter(login('anna@demo.example', 'secret'));
    const { db } = clientOf(session);
    expect(await db.mirror('posts').get(entry.id)).toMatchObject({ content: 'for later', $pending: [entry.key] });
    leave(session);
  });
});

test('an account is not erased for whoever signs in before the turn of the one who asked', async () => {
  const asked: string[] = [];
  const session = open(signingIn(asked));
  await session.enter(login('anna@demo.example', 'secret'));
  const turns = [session.logout('keep'), session.enter(login('ben@demo.example', 'secret'))];
  const left = session.leaveForGood('secret', 'delete');
  await Promise.all(turns);
  expect(await left).toEqual({ kind: 'answer', status: 401, body: undefined });
  expect(asked).not.toContain('POST /api/users/me/delete');
  leave(session);
});

describe('leaving for good, where the answer is lost', () => {
  /** Somebody with a waiting post asks to be erased, and hears nothing; from then on the server answers as told. */
  async function asked() {
    const server: { answer: (path: string) => Response } = {
      answer: () => {
        throw new TypeError('no network');
      },
    };
    const ports = signingIn();
    const { fetch } = ports;
    ports.fetch = (path, init) => fetch(path, init).catch(() => server.answer(path));
    const session = open(ports);
    await session.enter(login('anna@demo.example', 'secret'));
    const client = clientOf(session);
    await writePost(client.db, ports, 'waits');
    expect(await session.leaveForGood('secret', 'delete')).toEqual({ kind: 'no-network' });
    /** The session is over; whether the account is gone too, the server may not be able to say. */
    const ended = (deleted: boolean | null): void => {
      server.answer = (path) => {
        if (path !== '/api/users/me/deleted') return apiAnswer(401, { error: 'unauthenticated', message: '' });
        return deleted === null ? apiAnswer(503, { error: 'unavailable', message: '' }) : apiAnswer(200, { deleted });
      };
    };
    return { session, client, server, ended };
  }
  async function waiting(): Promise<number> {
    const db = freshDatabase(storage);
    const count = await db.outbox.count();
    db.close();
    return count;
  }

  test('leaves nothing on the device once the account turns out to be gone, and tells how much was not sent', async () => {
    const { session, client, ended } = await asked();
    ended(true);
    await client.pull();
    await vi.waitFor(() => expect(session.state.get()).toEqual({ status: 'signed-out', unsentOf: [], erased: { unsent: 1 } }));
    expect(await waiting()).toBe(0);
  });

  test('keeps what waits where the session has ended for another reason', async () => {
    const { session, client, ended } = await asked();
    ended(false);
    await client.pull();
    await vi.waitFor(() => expect(session.state.get()).toEqual({ status: 'signed-out', unsentOf: [{ name: '', count: 1 }] }));
    expect(await waiting()).toBe(1);
  });

  test('ends nothing before the server has said which of the two it is', async () => {
    const { session, client, ended } = await asked();
    ended(null);
    await client.pull();
    // Whose turn comes after the end of the session.
    await session.retryStorage(false);
    expect(session.state.get()).toMatchObject({ status: 'signed-in' });
    expect(await waiting()).toBe(1);
    ended(true);
    await client.pull();
    await vi.waitFor(() => expect(session.state.get()).toMatchObject({ status: 'signed-out', erased: { unsent: 1 } }));
  });

  test('keeps what waits where the account was still there, and the session ends later', async () => {
    const { session, client, server, ended } = await asked();
    server.answer = () => apiAnswer(200, { cursor: 'level', reset: false, more: false, changes: [] });
    await client.pull();
    expect(client.status.get().upToDateAt).not.toBeNull();
    ended(false);
    await client.pull();
    await vi.waitFor(() => expect(session.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [{ count: 1 }] }));
    expect(await waiting()).toBe(1);
  });
});

test('a database that does not open is said, with what waited in it', async () => {
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

test("somebody else's database that does not open keeps nobody from signing in", async () => {
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

test('a device whose own store is gone signs in again and has all that waited', async () => {
  const ports = signingIn();
  const session = open(ports);
  await session.enter(login('anna@demo.example', 'secret'));
  await clientOf(session).execute(posts, 'create', { content: 'still here', replyToId: null }, { eventId: 1 });
  leave(session);
  const emptied = { ...ports, store: quietPorts().store };
  const later = open(emptied);
  await later.start();
  expect(later.state.get()).toMatchObject({ status: 'signed-out' });
  await later.enter(login('anna@demo.example', 'secret'));
  const { db } = clientOf(later);
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'waiting', args: { content: 'still here' } }]);
  // And the new witness learns of it.
  await expect.poll(() => testimony(emptied.store, userId)).toMatchObject([{ text: 'still here' }]);
  leave(later);
});

test('a device whose own store fails says so instead of waiting for ever', async () => {
  const failing = () => Promise.reject(Object.assign(new Error('no'), { name: 'UnknownError' }));
  const session = open(quietPorts({ store: { get: failing, set: failing, del: failing, keys: failing } }));
  await session.start();
  expect(session.state.get()).toMatchObject({ status: 'storage-failed', userId: null });
});

test('a tab that hears of a sign-in while it starts runs one engine', async () => {
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
  expect(opened).toBe(2); // for the engine, and to count what was left
});
