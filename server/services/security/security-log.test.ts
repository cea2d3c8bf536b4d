import { afterEach, beforeEach, expect, test } from 'vitest';
import { people } from '#tests/fixtures/camp.ts';
import { openWorld, type World } from '#tests/fixtures/world.ts';
import { times } from '#contract/times.ts';
import { securityRoutes } from '#server/http/hooks/security-notes.ts';
import { purge } from '#server/jobs/purge.ts';
import { hashPassword } from '../auth/password/passwords.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { listSecurityRecords } from '#server/store/accounts/security-log.ts';
import { machineTimers } from '#server/lib/clock.ts';
import { SecurityLog } from './security-log.ts';

const password = 'Password-Of-Ada-1';
const { author } = people;
let world: World;
let email: string;

beforeEach(async () => {
  world = await openWorld();
  const users = sqlOf(world.store.reading)
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) });
  ({ email } = await users.where('id', '=', author.id).returning('email').executeTakeFirstOrThrow());
});
afterEach(() => world.close());

const records = async () => {
  await world.app.deps.securityLog.flush();
  const found = await listSecurityRecords(world.store.reading, { since: 0, limit: 100 });
  return found.map(({ kind, userId, count }) => ({ kind, userId, count }));
};

/** Sums equal records, because a slow machine may store some notes before others. */
const counted = async () => {
  const found = Map.groupBy(await records(), ({ kind, userId }) => `${kind} ${userId}`);
  return [...found].map(([record, equal]) => [record, equal.reduce((sum, { count }) => sum + count, 0)]);
};

async function signIn(given: string): Promise<number> {
  const start = await world.app.inject({ url: '/api/users/me' });
  const cookies = Object.fromEntries(start.cookies.map(({ name, value }) => [name, value]));
  const payload = { email, password: given, csrfToken: start.json<{ csrfToken: string }>().csrfToken };
  const headers = { 'sec-fetch-site': 'same-origin' };
  return (await world.app.inject({ method: 'POST', url: '/api/users/login', payload, cookies, headers })).statusCode;
}

test('records a sign-in, and counts failures of one network until it is locked out', async () => {
  for (let guess = 0; guess < 6; guess += 1) await signIn('Wrong-Password-1');
  expect(await counted()).toEqual([
    [`proof_failed ${author.id}`, 5],
    [`locked_out ${author.id}`, 1],
  ]);
  world.later(times.hour);
  expect(await signIn(password)).toBe(200);
  expect((await records()).at(-1)).toEqual({ kind: 'signed_in', userId: author.id, count: 1 });
});

test('stores equal notes as one record after one second', async () => {
  const due: (() => void)[] = [];
  const { store, clock } = world;
  const log = { info: () => undefined, error: () => undefined };
  const timers = {
    setTimer(_delay: number, task: () => void) {
      due.push(task);
      return () => undefined;
    },
  };
  const securityLog = new SecurityLog({ store, clock, timers: { ...machineTimers, ...timers }, secret: () => Buffer.from('secret'), log });
  for (const kind of ['proof_failed', 'proof_failed', 'locked_out'] as const) securityLog.note({ kind, userId: author.id });
  expect([due.length, await records()]).toEqual([1, []]);
  due[0]!();
  await securityLog.flush();
  expect(await records()).toEqual([
    { kind: 'proof_failed', userId: author.id, count: 2 },
    { kind: 'locked_out', userId: author.id, count: 1 },
  ]);
});

test('records a refused token, other devices signed out, a changed password and a changed address', async () => {
  const headers = { authorization: 'Bearer nonsense' };
  await world.call(null, 'GET', '/api/post', { headers });
  await world.call('author', 'DELETE', '/api/users/sessions');
  await world.call('author', 'POST', '/api/users/me/password', {
    body: { oldPassword: 'Wrong-1a', newPassword: 'Other-Password-Of-Ada-1' },
  });
  await world.call('author', 'POST', '/api/users/me/password', { body: { oldPassword: password, newPassword: 'Other-Password-Of-Ada-1' } });
  await world.call('author', 'POST', '/api/users/me', { body: { email: 'other@camp.example' } });
  expect((await records()).map(({ kind, userId }) => `${kind} ${userId}`).toSorted()).toEqual([
    `address_changed ${author.id}`,
    `password_changed ${author.id}`,
    `proof_failed ${author.id}`,
    `session_revoked ${author.id}`,
    'token_refused null',
  ]);
});

test('hashes a network by a key of the day, and keeps records for 30 days', async () => {
  const { securityLog } = world.app.deps;
  const networks = async () => {
    await securityLog.flush();
    return (await listSecurityRecords(world.store.reading, { since: 0, limit: 100 })).map(({ network }) => network);
  };
  securityLog.note({ kind: 'token_refused', address: '203.0.113.7' });
  await networks();
  world.later(times.minute);
  securityLog.note({ kind: 'token_refused', address: '203.0.113.7' });
  await networks();
  world.later(times.day);
  securityLog.note({ kind: 'token_refused', address: '203.0.113.7' });
  const [first, second, third] = await networks();
  expect(first).toMatch(/^[\w-]{16}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  world.later(29 * times.day + times.hour);
  await purge(world.store, world.clock);
  expect(await networks()).toEqual([third]);
});

test('records a reset link and ended sessions for the account that an admin changes', async () => {
  for (const path of ['reset-link', 'end-sessions'])
    await world.call('admin', 'POST', `/api/admin/users/${author.id}/${path}`, { body: {} });
  expect((await records()).map(({ kind, userId }) => `${kind} ${userId}`).toSorted()).toEqual([
    `reset_link_made ${author.id}`,
    `session_revoked ${author.id}`,
  ]);
});

test('stores a record without its account when that was erased before', async () => {
  world.app.deps.securityLog.note({ kind: 'signed_out', userId: 4711 });
  expect(await records()).toEqual([{ kind: 'signed_out', userId: null, count: 1 }]);
});

/** Routes of accounts whose success changes no access, or whose service writes the record. Failures are recorded anyway. */
const harmless = [
  'POST /api/users/forgot-password',
  'POST /api/users/me',
  'POST /api/users/me/address',
  'POST /api/users/me/delete',
  'POST /api/users/me/proof',
  'POST /api/users/me/deleted',
  'POST /api/users/me/statistic/:id',
  'POST /api/users/me/tfa/setup',
  'POST /api/users/resend-verification',
  'POST /api/users/verify-email',
];

test('every route of accounts has a security kind or is listed as harmless', () => {
  const routes = world.app
    .routeTable()
    .filter(({ method, url }) => !['GET', 'HEAD'].includes(method) && /^\/api\/users\/(?!:id)/.test(url));
  const known = [...Object.keys(securityRoutes), ...harmless];
  expect(routes.map(({ method, url }) => `${method} ${url}`).filter((route) => !known.includes(route))).toEqual([]);
});
