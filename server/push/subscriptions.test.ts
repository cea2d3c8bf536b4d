import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callerOf, people, type PersonName } from '#tests/fixtures/camp.ts';
import { refreshReplacedCookie } from '#tests/fixtures/server/replaced-cookie.ts';
import type { LocalPushService } from '#tests/fixtures/messages/push-service.ts';
import { closePushWorld, openPushWorld } from '#tests/fixtures/messages/push-world.ts';
import type { World } from '#tests/fixtures/world.ts';
import { loadVapid } from '../ops/vapid.ts';
import { Subscriptions } from './subscriptions.ts';
import { sqlOf } from '../store/core/handles.ts';

let world: World;
let service: LocalPushService;
beforeEach(async () => void ({ world, service } = await openPushWorld()));
afterEach(() => closePushWorld({ world, service }));

const register = (who: PersonName, subscription: string) => world.call(who, 'POST', '/api/notification', { body: { subscription } });
const forget = (who: PersonName, endpoint: string) => world.call(who, 'POST', '/api/notification/unsubscribe', { body: { endpoint } });
const devices = async () =>
  (await sqlOf(world.store.reading).selectFrom('push_subscriptions').select(['endpoint', 'user_id']).orderBy('id').execute()).map(
    ({ endpoint, user_id }) => `${endpoint.split('/').at(-1)} of ${user_id}`,
  );
const { author, participant } = people;

test('a device is stored once, and a session has one device', async () => {
  const [phone, again] = [service.device('phone'), service.device('again')];
  for (const { subscription } of [phone, phone]) expect((await register('author', subscription)).body).toEqual({ success: true });
  expect(await devices()).toEqual([`phone of ${author.id}`]);
  await register('author', again.subscription);
  expect(await devices()).toEqual([`again of ${author.id}`]);
});

test('a user has several devices, one per session, up to a limit', async () => {
  const { subscriptions } = world.app.deps.push;
  for (let index = 0; index < 25; index += 1) {
    const { sessionId } = await world.app.deps.auth.sessions.open(author.id);
    await subscriptions.register({ ...callerOf('author'), sessionId }, service.device(`d${index}`).subscription, 'de');
  }
  const kept = await devices();
  expect(kept).toHaveLength(20);
  expect(kept.at(-1)).toBe(`d24 of ${author.id}`);
});

test('a device that changes its user receives pushes of the new user only', async () => {
  const phone = service.device('phone');
  await register('author', phone.subscription);
  await register('participant', phone.subscription);
  expect(await devices()).toEqual([`phone of ${participant.id}`]);
});

test('a user can delete only their own device, at any time', async () => {
  const phone = service.device('phone');
  await register('author', phone.subscription);
  expect((await forget('participant', phone.endpoint)).status).toBe(200);
  expect(await devices()).toHaveLength(1);
  for (const _ of [1, 2]) expect((await forget('author', phone.endpoint)).body).toEqual({ success: true });
  expect(await devices()).toEqual([]);
});

test('a device is deleted with the session that registered it', async () => {
  await register('author', service.device('phone').subscription);
  await register('participant', service.device('tablet').subscription);
  expect((await world.call('author', 'POST', '/api/users/logout')).status).toBe(200);
  expect(await devices()).toEqual([`tablet of ${participant.id}`]);
});

test('a stolen session that is revoked receives no more pushes', async () => {
  const { sessions } = world.app.deps.auth;
  const first = await sessions.open(author.id);
  const caller = { ...callerOf('author'), sessionId: first.sessionId };
  await world.app.deps.push.subscriptions.register(caller, service.device('phone').subscription, 'de');
  const { cookie } = await sessions.refresh(first.cookie);
  expect(await devices()).toHaveLength(1);
  world.clock.time += 60_001;
  await sessions.refresh(cookie);
  await expect(refreshReplacedCookie(sessions, first.cookie)).rejects.toThrow('unauthenticated');
  expect(await devices()).toEqual([]);
});

test('invalid subscriptions are rejected', async () => {
  const good = JSON.parse(service.device('phone').subscription) as { endpoint: string; keys: { p256dh: string; auth: string } };
  const { keys } = good;
  const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
  const wrong: [unknown, string][] = [
    ['{', 'subscription'],
    [null, 'subscription'],
    [[], 'subscription'],
    [{}, 'subscription.endpoint'],
    [{ ...good, endpoint: 7 }, 'subscription.endpoint'],
    [{ ...good, endpoint: `https://push.example/${'x'.repeat(2_000)}` }, 'subscription.endpoint'],
    // An index entry of PostgreSQL is limited to 2,704 bytes.
    [{ ...good, endpoint: `${service.origin}/${'湖'.repeat(1_900)}` }, 'subscription.endpoint'],
    [{ ...good, endpoint: `${good.endpoint}\0` }, 'subscription.endpoint'],
    [{ ...good, keys: undefined }, 'subscription.keys'],
    [{ ...good, keys: { ...keys, p256dh: keys.auth } }, 'subscription.keys.p256dh'],
    [{ ...good, keys: { ...keys, p256dh: offCurve } }, 'subscription.keys.p256dh'],
    [{ ...good, keys: { ...keys, p256dh: `${keys.p256dh}\0` } }, 'subscription.keys.p256dh'],
    [{ ...good, keys: { ...keys, auth: 'short' } }, 'subscription.keys.auth'],
    [{ ...good, keys: { ...keys, auth: `${keys.auth}\0` } }, 'subscription.keys.auth'],
  ];
  for (const [subscription, path] of wrong) {
    const { status, body } = await register('author', typeof subscription === 'string' ? subscription : JSON.stringify(subscription));
    expect([subscription, status, body.error, body.issues?.[0].path]).toEqual([subscription, 400, 'invalid', path]);
  }
  const body = { subscription: service.device('phone').subscription };
  for (const extra of [{ language: 'fr' }, { general: true }]) {
    expect((await world.call('author', 'POST', '/api/notification', { body: { ...body, ...extra } })).status).toBe(400);
  }
  expect(await devices()).toEqual([]);
});

test('an unknown host name is invalid, and a failing resolver asks for a retry', async () => {
  const { store, clock } = world;
  const failing = (code: string) =>
    new Subscriptions({
      store,
      clock,
      rules: { allowLoopback: false, resolve: () => Promise.reject(Object.assign(new Error(code), { code })) },
    });
  const subscription = service.device('phone').subscription.replace(service.origin, 'https://push.example');
  await expect(failing('ENOTFOUND').register(callerOf('author'), subscription, 'en')).rejects.toMatchObject({ code: 'invalid' });
  await expect(failing('EAI_AGAIN').register(callerOf('author'), subscription, 'en')).rejects.toMatchObject({ code: 'unavailable' });
});

test('the keys are created once, readable by the owner only', async () => {
  const { config } = world.app.deps;
  const { publicKey } = (await world.call('author', 'GET', '/api/notification/key')).body;
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
  expect(loadVapid(config).publicKey).toBe(publicKey);
  expect(statSync(join(config.dataDir, 'vapid')).mode & 0o777).toBe(0o600);
  const site = { ...config, publicUrl: new URL('https://camp.example.org/') };
  expect(loadVapid(site).subject).toBe('https://camp.example.org');
  expect(loadVapid({ ...site, pushContact: 'mailto:orga@camp.example' }).subject).toBe('mailto:orga@camp.example');
});
