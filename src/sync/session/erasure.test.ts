import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { apiAnswer, freshDatabase, writePost } from '#tests/fixtures/device.ts';
import { clientOf, leave, signingIn } from '#tests/fixtures/session.ts';
import { isErased } from '#contract/endpoints/core.ts';
import { drainInWorker } from './drain-in-worker.ts';
import type { Ports } from '../device/ports.ts';
import { Session } from './session.ts';
import { login } from './sign-in.ts';

let storage: IDBFactory;

beforeEach(() => {
  storage = new IDBFactory();
});

const open = (ports: Ports): Session => new Session(ports, () => freshDatabase(storage));

const revoked = async () => apiAnswer(401, { error: 'unauthenticated', message: '' });

test('an erasure does not hit an account that signs in before its turn', async () => {
  const requests: string[] = [];
  const session = open(signingIn(requests));
  await session.signIn(login('anna@demo.example', 'secret'));
  const turns = [session.logout('keep'), session.signIn(login('ben@demo.example', 'secret'))];
  const left = session.leaveForGood('secret', 'delete');
  await Promise.all(turns);
  expect(await left).toEqual({ kind: 'answer', status: 401, body: undefined });
  expect(requests).not.toContain('POST /api/users/me/delete');
  leave(session);
});

describe('erasing the account without an answer', () => {
  const lost = (): Response => {
    throw new TypeError('no network');
  };
  /** A person with a pending post requests the erasure and receives no answer. `server` can be replaced afterwards. */
  async function requestErasure(answer: () => Response = lost) {
    const server: { answer: (path: string) => Response } = { answer };
    const ports = signingIn();
    const { fetch } = ports;
    ports.fetch = (path, init) => fetch(path, init).catch(() => server.answer(path));
    const announcements = new EventTarget();
    ports.onSessionAnnounced = (listener) => {
      announcements.addEventListener('session', listener);
      return () => announcements.removeEventListener('session', listener);
    };
    const session = open(ports);
    await session.start();
    await session.signIn(login('anna@demo.example', 'secret'));
    const client = clientOf(session);
    await writePost(client.db, ports, 'waits');
    expect(await session.leaveForGood('secret', 'delete')).not.toMatchObject({ status: 200 });
    /** Ends the session; `deleted` is the answer about the account, null if it is unknown. */
    const ended = (deleted: boolean | null): void => {
      server.answer = (path) => {
        if (path !== isErased.path) return apiAnswer(401, { error: 'unauthenticated', message: '' });
        return deleted === null ? apiAnswer(503, { error: 'unavailable', message: '' }) : apiAnswer(200, { deleted });
      };
    };
    /** The worker's drain detects the end of the session first, and the tab stores one more command before it is notified. */
    const endedByWorker = async (deleted: boolean | null): Promise<void> => {
      await drainInWorker({ ...ports, fetch: revoked }, () => freshDatabase(storage));
      await writePost(client.db, ports, 'not sent yet');
      server.answer = (path) => {
        if (path !== isErased.path || deleted === null) throw new TypeError('no network');
        return apiAnswer(200, { deleted });
      };
      announcements.dispatchEvent(new Event('session'));
    };
    return { session, client, server, ended, endedByWorker };
  }
  async function left(): Promise<{ mirrored: number; waiting: number }> {
    const db = freshDatabase(storage);
    const [mirrored, waiting] = await Promise.all([db.mirror('posts').count(), db.outbox.count()]);
    db.close();
    return { mirrored, waiting };
  }

  test('deletes everything once the account is known to be erased, and reports the unsent commands', async () => {
    const { session, client, ended } = await requestErasure();
    ended(true);
    await (await client.engine()).pull();
    await vi.waitFor(() => expect(session.state.get()).toEqual({ status: 'signed-out', unsentOf: [], erased: { unsent: 1 } }));
    expect(await left()).toEqual({ mirrored: 0, waiting: 0 });
  });

  test.each([
    [503, 'unavailable'],
    [500, 'internal'],
  ])('deletes everything after an answer of %s, too, if the account is known to be erased', async (status, error) => {
    const { session, client, ended } = await requestErasure(() => apiAnswer(status, { error, message: '' }));
    ended(true);
    await (await client.engine()).pull();
    await vi.waitFor(() => expect(session.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [], erased: { unsent: 1 } }));
    expect(await left()).toEqual({ mirrored: 0, waiting: 0 });
  });

  test('keeps pending commands if the session ended for another reason', async () => {
    const { session, client, ended } = await requestErasure();
    ended(false);
    await (await client.engine()).pull();
    await vi.waitFor(() => expect(session.state.get()).toEqual({ status: 'signed-out', unsentOf: [{ name: '', count: 1 }] }));
    expect(await left()).toEqual({ mirrored: 0, waiting: 1 });
  });

  test('ends nothing before the server has answered about the account', async () => {
    const { session, client, ended } = await requestErasure();
    ended(null);
    await (await client.engine()).pull();
    // Runs after the end of the session, which has the turn before.
    await session.retryStorage(false);
    expect(session.state.get()).toMatchObject({ status: 'signed-in' });
    expect(await left()).toMatchObject({ waiting: 1 });
    ended(true);
    await (await client.engine()).pull();
    await vi.waitFor(() => expect(session.state.get()).toMatchObject({ status: 'signed-out', erased: { unsent: 1 } }));
  });

  test('keeps pending commands if the account still exists and the session ends later', async () => {
    const { session, client, server, ended } = await requestErasure();
    server.answer = () => apiAnswer(200, { cursor: 'level', reset: false, more: false, changes: [] });
    await (await client.engine()).pull();
    expect(client.status.get().upToDateAt).not.toBeNull();
    ended(false);
    await (await client.engine()).pull();
    await vi.waitFor(() => expect(session.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [{ count: 1 }] }));
    expect(await left()).toMatchObject({ waiting: 1 });
  });

  test('deletes everything if the worker detects the end of the session first', async () => {
    const { session, endedByWorker } = await requestErasure();
    await endedByWorker(true);
    await vi.waitFor(() => expect(session.state.get()).toEqual({ status: 'signed-out', unsentOf: [], erased: { unsent: 2 } }));
    expect(await left()).toEqual({ mirrored: 0, waiting: 0 });
  });

  test.each([false, null])(
    'keeps the pending commands and no mirror if the worker detects the end first and the erasure is unconfirmed: %s',
    async (deleted) => {
      const { session, endedByWorker } = await requestErasure();
      await endedByWorker(deleted);
      await vi.waitFor(() => expect(session.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [{ count: 2 }] }));
      expect(await left()).toEqual({ mirrored: 0, waiting: 2 });
    },
  );
});
