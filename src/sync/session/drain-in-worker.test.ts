import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { apiAnswer, eventId, freshDatabase, quietPorts, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import { drainInWorker } from './drain-in-worker.ts';
import type { Ports } from '../device/ports.ts';
import { Session } from './session.ts';

const refused = () => apiAnswer(401, { error: 'unauthenticated', message: '' });
const token = () => apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 60 });

let storage: IDBFactory;
let told: string[];
let base: Ports;

/** A phone without an open tab: a signed-in user, a mirrored post of another person, and a pending command. */
beforeEach(async () => {
  storage = new IDBFactory();
  told = [];
  base = quietPorts({
    announceSession: () => void told.push('tabs'),
    forgetNotifications: async () => void told.push('notifications'),
    forgetTraces: async () => void told.push('traces'),
  });
  await base.store.set('signed-in', userId);
  const db = freshDatabase(storage);
  const nothing = { image: null, whatsapp: null, instagram: null, linkedin: null };
  const person = { id: userId, version: 1, email: 'anna@demo.example', name: 'Anna', role: 'user' as const, activeEventId: eventId };
  await db.mirror('me').put({ ...person, ...nothing, memberships: [{ eventId, role: 'participant' }] });
  await db.mirror('posts').put({ ...serverPost('0190f1de-0000-7000-8000-000000000001'), content: 'of somebody else' });
  await db.meta.put({ name: 'cursor', value: { cursor: 'somewhere' } });
  await writePost(db, base, 'mine');
  db.close();
});

const wake = (fetch: Ports['fetch']) => drainInWorker({ ...base, fetch }, () => freshDatabase(storage));

async function whatIsLeft() {
  const db = freshDatabase(storage);
  const [mirrored, me, waiting, cursor] = await Promise.all([
    db.mirror('posts').count(),
    db.mirror('me').count(),
    db.outbox.count(),
    db.meta.get('cursor'),
  ]);
  db.close();
  return { mirrored, me, waiting, cursor: cursor !== undefined, signedIn: await base.store.get('signed-in') };
}

const untouched = { mirrored: 2, me: 1, waiting: 1, cursor: true, signedIn: userId };
const ended = { mirrored: 0, me: 0, waiting: 1, cursor: false, signedIn: undefined };

test('a worker whose session was ended wipes the mirror and keeps pending commands', async () => {
  expect(await wake(async () => refused())).toEqual({ left: false });
  expect(await whatIsLeft()).toEqual(ended);
  expect(told).toEqual(['notifications', 'traces', 'tabs']);
  // The next start of the app, without a network.
  const session = new Session({ ...quietPorts(), store: base.store }, () => freshDatabase(storage));
  await session.start();
  expect(session.state.get()).toEqual({ status: 'signed-out', unsentOf: [{ name: 'Anna', count: 1 }] });
});

test('a worker whose session ends during a drain wipes the mirror and keeps pending commands', async () => {
  let refreshes = 0;
  await wake(async (path) => {
    if (path !== '/api/users/refresh') return refused();
    refreshes += 1;
    return refreshes === 1 ? token() : refused();
  });
  expect(await whatIsLeft()).toEqual(ended);
});

test('a worker without pending commands requests no token', async () => {
  const db = freshDatabase(storage);
  await db.outbox.clear();
  db.close();
  const fetch = vi.fn<Ports['fetch']>(async () => token());
  expect(await wake(fetch)).toEqual({ left: false });
  expect(fetch).not.toHaveBeenCalled();
});

test.each<[string, Ports['fetch']]>([
  ['no network', () => Promise.reject(new TypeError('no network'))],
  ['a captive portal', async () => new Response('<html>', { status: 401 })],
  ['a server that is busy', async () => apiAnswer(503, { error: 'unavailable', message: '' })],
])('%s does not end the session', async (_name, fetch) => {
  expect(await wake(fetch)).toEqual({ left: true });
  expect(await whatIsLeft()).toEqual(untouched);
  expect(told).toEqual([]);
});

test('an account that signs in during a refusal stays signed in', async () => {
  await wake(async () => {
    await base.store.set('signed-in', 99);
    return refused();
  });
  expect(await whatIsLeft()).toEqual({ ...untouched, signedIn: 99 });
  expect(told).toEqual([]);
});
