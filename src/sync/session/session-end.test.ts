import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { apiAnswer, breakfast, eventId, freshDatabase, markOf, quietPorts, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import { clientOf, leave, signingIn } from '#tests/fixtures/session.ts';
import type { ArgsOf } from '#contract/resource.ts';
import { schedule } from '#contract/resources/schedule.ts';
import { command } from '../outbox/command.ts';
import { enqueueAll } from '../outbox/outbox.ts';
import { drainInWorker } from './drain-in-worker.ts';
import type { Ports } from '../device/ports.ts';
import { Session } from './session.ts';
import { login, type SignInAnswer } from './sign-in.ts';
import { leftKey } from './account-keys.ts';

let storage: IDBFactory;

beforeEach(() => {
  storage = new IDBFactory();
});

const open = (ports: Ports): Session => new Session(ports, () => freshDatabase(storage));

const revoked = async () => apiAnswer(401, { error: 'unauthenticated', message: '' });

function reached(session: Session, status: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (session.state.get().status === status) resolve();
    };
    session.state.subscribe(look);
    look();
  });
}

describe('notifications and traces', () => {
  /** A signed-in user. `done` lists requests and deletions in their order, and `answer` replaces the server. */
  async function givenPerson() {
    const done: string[] = [];
    const listeners: (() => void)[] = [];
    const ports = signingIn();
    let fetch = ports.fetch;
    const noting = {
      ...ports,
      fetch: (path: string, init: RequestInit) => {
        done.push(path);
        return fetch(path, init);
      },
      forgetNotifications: async () => void done.push('notifications'),
      forgetTraces: async () => void done.push('traces'),
      onSessionAnnounced: (listener: () => void) => {
        listeners.push(listener);
        return () => {};
      },
    };
    const session = open(noting);
    await session.start();
    await session.signIn(login('anna@demo.example', 'secret'));
    done.length = 0;
    return {
      done,
      session,
      ports,
      answer: (next: Ports['fetch']) => (fetch = next),
      announce: () => listeners.forEach((listener) => listener()),
    };
  }
  const hanging: Ports['fetch'] = () => new Promise(() => {});

  test('are deleted by a sign-out before its request is sent', async () => {
    const { done, session, answer } = await givenPerson();
    answer(hanging);
    void session.logout('discard');
    await vi.waitFor(() => expect(done).toContain('/api/users/logout'));
    expect(done.filter((what) => what !== '/api/sync?piecewise=1')).toEqual(['notifications', 'traces', '/api/users/logout']);
    expect(session.state.get().status).toBe('signed-out');
  });

  test('are deleted when the server has ended the session', async () => {
    const { done, session, answer } = await givenPerson();
    answer(revoked);
    await clientOf(session).syncNow();
    await reached(session, 'signed-out');
    expect(done.filter((what) => !what.startsWith('/'))).toEqual(['notifications', 'traces']);
  });

  test('are deleted when another tab signed out', async () => {
    const { done, session, ports, announce } = await givenPerson();
    await ports.store.del('signed-in');
    announce();
    await reached(session, 'signed-out');
    expect(done).toEqual(['notifications', 'traces']);
  });

  test('are deleted when the account was erased', async () => {
    const { done, session, answer } = await givenPerson();
    answer(async () => apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 60 }));
    await session.leaveForGood('secret', 'delete');
    expect(done.filter((what) => !what.startsWith('/'))).toEqual(['notifications', 'traces']);
  });
});

describe('a session that the server ended', () => {
  async function used(ports: Ports): Promise<void> {
    const session = open(ports);
    await session.signIn(login('anna@demo.example', 'secret'));
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

  test('keeps unsent commands only and notifies the other tabs', async () => {
    const ports = signingIn();
    await used(ports);
    let announced = 0;
    const session = open({ ...ports, fetch: revoked, announceSession: () => void (announced += 1) });
    await session.start();
    await reached(session, 'signed-out');
    expect(await left()).toEqual({ mirrored: 0, waiting: 1, drafts: 1 });
    expect(announced).toBe(1);
  });

  test('is wiped again if a tab wrote before it was killed', async () => {
    const ports = signingIn();
    await used(ports);
    await drainInWorker({ ...ports, fetch: revoked }, () => freshDatabase(storage));
    const db = freshDatabase(storage);
    await writePost(db, ports, 'not sent yet');
    db.close();
    const later = open({ ...quietPorts(), store: ports.store });
    await later.start();
    expect(await left()).toEqual({ mirrored: 0, waiting: 2, drafts: 1 });
  });

  test('is wiped at the next start if it could not be wiped at once', async () => {
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

describe('a logout', () => {
  test('fails if the device cannot be wiped, and keeps session and commands', async () => {
    const ports = signingIn();
    let full = false;
    const session = new Session(ports, () => {
      const db = freshDatabase(storage);
      db.mirror('posts').hook('deleting', () => {
        if (full) throw new DOMException('full', 'QuotaExceededError');
      });
      return db;
    });
    await session.signIn(login('anna@demo.example', 'secret'));
    await writePost(clientOf(session).db, ports, 'waiting');
    full = true;
    await expect(session.logout('discard')).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await clientOf(session).db.outbox.count()).toBe(1);
    full = false;
    expect(await session.logout('keep')).toEqual({ kind: 'done' });
    expect(session.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [{ count: 1 }] });
  });

  test('fails if the storage cannot be read, and continues with one engine', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.signIn(login('anna@demo.example', 'secret'));
    const before = clientOf(session);
    const stop = vi.spyOn(before, 'stop');
    const { get } = ports.store;
    ports.store.get = async (key) => {
      if (key !== leftKey) return get(key);
      ports.store.get = get;
      throw new DOMException('lost', 'UnknownError');
    };
    await expect(session.logout('keep')).rejects.toMatchObject({ name: 'UnknownError' });
    expect(clientOf(session)).not.toBe(before);
    expect(stop).toHaveBeenCalledOnce();
    leave(session);
  });

  test('deletes the traces after the sign-out, since the worker stores pictures until then', async () => {
    const ports = signingIn();
    const here: unknown[] = [];
    const session = open({ ...ports, forgetTraces: async () => void here.push(await ports.store.get('signed-in')) });
    await session.signIn(login('anna@demo.example', 'secret'));
    await session.logout('keep');
    expect(here).toEqual([undefined]);
  });

  test('without a network wipes the device at once and revokes the session before any other request', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.signIn(login('anna@demo.example', 'secret'));
    leave(session);
    const offline = open({ ...quietPorts(), store: ports.store });
    await offline.start();
    expect(await offline.logout('discard')).toEqual({ kind: 'done' });
    expect(offline.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [] });
    const requests: string[] = [];
    const online = open({ ...signingIn(requests), store: ports.store });
    await online.start();
    expect(requests).toEqual(['POST /api/users/logout']);
  });

  test('is repeated before the next sign-in if the server refused it', async () => {
    const ports = signingIn();
    const { fetch } = ports;
    const session = open(ports);
    await session.signIn(login('anna@demo.example', 'secret'));
    const requests: string[] = [];
    ports.fetch = async (path, init) => {
      requests.push(path);
      if (path === '/api/users/logout') return apiAnswer(429, { error: 'too_many_requests', message: '' }, { 'retry-after': '9' });
      if (path === '/api/users/refresh') return apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 60 });
      return fetch(path, init);
    };
    await session.logout('discard');
    const later = open(ports);
    await later.start();
    expect(later.state.get()).toMatchObject({ status: 'signed-out' });
    // The server answers, and the reason of its refusal is reported.
    expect(await later.signIn(login('ben@demo.example', 'secret'))).toMatchObject({
      kind: 'refused',
      code: 'too_many_requests',
      retryAfter: 9,
    });
    expect(requests.filter((path) => path.startsWith('/api/users/'))).toEqual([
      '/api/users/logout',
      '/api/users/logout',
      '/api/users/logout',
    ]);
  });

  test('without a network revokes the session even if the device loses its storage afterwards', async () => {
    const sessionMark = markOf('here');
    const ports = signingIn();
    const session = open({ ...ports, sessionMark });
    await session.signIn(login('anna@demo.example', 'secret'));
    ports.fetch = () => Promise.reject(new TypeError('no network'));
    leave(session);
    const offline = open({ ...quietPorts(), store: ports.store, sessionMark });
    await offline.start();
    await offline.logout('discard');
    expect(sessionMark.get()).toBe('left');
    const requests: string[] = [];
    const emptied = open({ ...signingIn(requests), sessionMark });
    await emptied.start();
    expect([requests, sessionMark.get()]).toEqual([['POST /api/users/logout'], null]);
  });

  test('without a network is sent to the server before the next sign-in', async () => {
    const requests: string[] = [];
    const ports = signingIn(requests);
    const { fetch } = ports;
    const session = open(ports);
    await session.signIn(login('anna@demo.example', 'secret'));
    ports.fetch = () => Promise.reject(new TypeError('no network'));
    await session.logout('discard');
    expect(await session.signIn(login('ben@demo.example', 'secret'))).toEqual({ kind: 'no-network' });
    ports.fetch = fetch;
    requests.length = 0;
    expect(await session.signIn(login('ben@demo.example', 'secret'))).toEqual({ kind: 'signed-in' });
    expect(requests.slice(0, 3)).toEqual(['POST /api/users/logout', 'GET /api/users/me', 'POST /api/users/login']);
    leave(session);
  });

  test('wipes the device at once, even if a sleeping tab holds the database open', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.signIn(login('anna@demo.example', 'secret'));
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

  test('deletes nothing if another command was written after the person agreed', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.signIn(login('anna@demo.example', 'secret'));
    const { db } = clientOf(session);
    await writePost(db, ports, 'unsent');
    const turn = Promise.withResolvers<SignInAnswer>();
    const entering = session.signIn(() => turn.promise);
    const discarding = session.logout('discard');
    await writePost(db, ports, 'written since');
    turn.resolve({ kind: 'second-factor' });
    await entering;
    expect(await discarding).toEqual({ kind: 'done' });
    expect(session.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [{ count: 2 }] });
  });

  test('deletes nothing if a command was changed after the person agreed', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.signIn(login('anna@demo.example', 'secret'));
    const { db } = clientOf(session);
    await db.mirror('schedule').put(breakfast);
    const edit = (args: ArgsOf<typeof schedule, 'edit'>) =>
      enqueueAll(db, ports, [command('schedule', 'edit', args, { id: breakfast.id, eventId })], null);
    await edit({ title: 'Brunch' });
    const turn = Promise.withResolvers<SignInAnswer>();
    const entering = session.signIn(() => turn.promise);
    const discarding = session.logout('discard');
    await edit({ locationName: 'Lawn' });
    turn.resolve({ kind: 'second-factor' });
    await entering;
    expect(await discarding).toEqual({ kind: 'done' });
    expect(session.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [{ count: 1 }] });
  });

  test('shows kept unsent commands at the next sign-in', async () => {
    const ports = signingIn();
    const session = open(ports);
    await session.signIn(login('anna@demo.example', 'secret'));
    const entry = await writePost(clientOf(session).db, ports, 'for later');
    await session.logout('keep');
    expect(session.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [{ count: 1 }] });
    await session.signIn(login('anna@demo.example', 'secret'));
    const { db } = clientOf(session);
    expect(await db.mirror('posts').get(entry.id)).toMatchObject({ content: 'for later', $pending: [entry.key] });
    leave(session);
  });
});
