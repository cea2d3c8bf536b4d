import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Device } from '#contract/endpoints/devices.ts';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { newsHeard } from '../fixtures/databases/test-store.ts';
import { type Browser, errorOf, openWorld, password, tokenOf, type World } from './auth-fixture.ts';

const firefox = 'Mozilla/5.0 (Android 16; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0';
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

let world: World;
let anna: number;
beforeEach(async () => {
  world = await openWorld();
  anna = await world.person('anna@camp.example');
  await world.person('ben@camp.example');
});
afterEach(() => world.close());

interface SignedIn {
  readonly browser: Browser;
  token: string;
}

async function signIn(email: string, userAgent?: string): Promise<SignedIn> {
  const browser = world.browser();
  const payload = { email, password, csrfToken: await browser.csrfToken() };
  return { browser, token: tokenOf(await browser.send('POST', '/api/users/login', { payload, headers: { 'user-agent': userAgent } })) };
}

const call = ({ browser, token }: SignedIn, method: 'GET' | 'DELETE', id?: string) =>
  browser.send(method, `/api/users/sessions${id === undefined ? '' : `/${id}`}`, { headers: { authorization: `Bearer ${token}` } });

const list = async (who: SignedIn): Promise<Device[]> => (await call(who, 'GET')).json<Device[]>();
const isIn = async ({ browser, token }: SignedIn): Promise<boolean> => (await browser.me(token)).statusCode === 200;

const stored = () => sqlOf(world.store.reading).selectFrom('sessions').selectAll().where('user_id', '=', anna).execute();

test('each device has a name and its first and last use, the current one first; other people see none', async () => {
  const begun = new Date(world.clock.time).toISOString();
  const [phone, laptop] = [await signIn('anna@camp.example', firefox), await signIn('anna@camp.example', chrome)];
  const ben = await signIn('ben@camp.example');
  world.clock.time += 2 * times.hour;
  const seen = new Date(world.clock.time).toISOString();
  phone.token = tokenOf(await phone.browser.refresh());
  world.clock.time += times.hour - 1;
  laptop.token = tokenOf(await laptop.browser.refresh());
  const laptopSeen = new Date(world.clock.time).toISOString();
  expect(await list(phone)).toEqual([
    { id: expect.any(String), name: 'Firefox, Android', createdAt: begun, lastSeenAt: seen, current: true },
    { id: expect.any(String), name: 'Chrome, Windows', createdAt: begun, lastSeenAt: laptopSeen, current: false },
  ]);
  expect((await list(laptop)).map(({ name }) => name)).toEqual(['Chrome, Windows', 'Firefox, Android']);
  ben.token = tokenOf(await ben.browser.refresh());
  expect(await list(ben)).toMatchObject([{ name: null, current: true }]);
});

test('a list at its row limit contains the current device and the total count', async () => {
  const phone = await signIn('anna@camp.example', firefox);
  world.clock.time += times.minute;
  for (let count = 0; count < 2; count += 1) await signIn('anna@camp.example', chrome);
  const { listRows } = limits;
  Object.assign(limits, { listRows: 2 });
  try {
    const { headers, json } = await call(phone, 'GET');
    expect([headers['list-total'], json<Device[]>().map(({ current }) => current)]).toEqual(['3', [true, false]]);
  } finally {
    Object.assign(limits, { listRows });
  }
  expect((await call(phone, 'GET')).headers['list-total']).toBeUndefined();
});

test('only known names of browsers and systems are stored, not the user agent', async () => {
  await signIn('anna@camp.example', `Mozilla/5.0 (Android 16; canary; rv:142.0) Gecko/142.0 Firefox/142.0 canary`);
  await signIn('anna@camp.example', 'canary/1.0 of somebody');
  expect(new Set((await stored()).map(({ device_name }) => device_name))).toEqual(new Set(['Firefox, Android', null]));
  expect(JSON.stringify(await stored())).not.toContain('canary');
});

test('a session without a device name gets one at its next refresh, and keeps it', async () => {
  const { browser } = await signIn('anna@camp.example');
  for (const userAgent of [firefox, chrome]) {
    world.clock.time += times.hour;
    await browser.send('GET', '/api/users/refresh', { headers: { 'user-agent': userAgent } });
    expect((await stored()).map(({ device_name }) => device_name)).toEqual(['Firefox, Android']);
  }
});

test('a signed-out device loses its access and its push subscription; all others stay', async () => {
  const [here, lost, tablet] = [await signIn('anna@camp.example'), await signIn('anna@camp.example'), await signIn('anna@camp.example')];
  const { id } = (await list(lost))[0]!;
  await sqlOf(world.store.reading)
    .insertInto('push_subscriptions')
    .values({ endpoint: 'https://push.example/1', user_id: anna, session_id: id, p256dh: '', auth: '', language: 'de', created_at: 0 })
    .execute();
  const endSession = vi.spyOn(world.app.deps.hub, 'endSession');
  expect((await call(here, 'DELETE', id)).json()).toEqual({ success: true });
  await newsHeard(world.store);
  expect(endSession.mock.calls).toEqual([[id]]);
  expect(errorOf(await lost.browser.me(lost.token))).toBe('401 unauthenticated');
  expect(errorOf(await lost.browser.refresh())).toBe('401 unauthenticated');
  expect(await sqlOf(world.store.reading).selectFrom('push_subscriptions').selectAll().execute()).toEqual([]);
  expect(await Promise.all([here, tablet].map(isIn))).toEqual([true, true]);
  expect((await list(here)).map((device) => device.id)).not.toContain(id);
});

test('an ended, a foreign and an unknown session get the same answer, and none ends', async () => {
  const [here, lost, ben] = [await signIn('anna@camp.example'), await signIn('anna@camp.example'), await signIn('ben@camp.example')];
  const over = (await list(lost))[0]!.id;
  await call(here, 'DELETE', over);
  const answers = [];
  for (const id of [over, (await list(ben))[0]!.id, 'b1a7e6f0-0000-4000-8000-000000000001', 'x'])
    answers.push((await call(here, 'DELETE', id)).body);
  expect(new Set(answers).size).toBe(1);
  expect(JSON.parse(answers[0]!)).toMatchObject({ error: 'not_found' });
  expect(await Promise.all([here, ben].map(isIn))).toEqual([true, true]);
});

test('all other devices of the person are signed out at once, and no others', async () => {
  const [here, ...others] = [await signIn('anna@camp.example'), await signIn('anna@camp.example'), await signIn('anna@camp.example')];
  const ben = await signIn('ben@camp.example');
  expect((await call(here, 'DELETE')).json()).toEqual({ success: true });
  expect(await Promise.all([here, ...others, ben].map(isIn))).toEqual([true, false, false, true]);
  expect(await list(here)).toHaveLength(1);
  // Repeated, because the first answer was lost.
  expect((await call(here, 'DELETE')).json()).toEqual({ success: true });
});

test('one of two devices that sign each other out at once stays', async () => {
  const pair = [await signIn('anna@camp.example'), await signIn('anna@camp.example')] as const;
  const answers = await Promise.all(pair.map((one) => call(one, 'DELETE')));
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '401']);
  expect((await Promise.all(pair.map(isIn))).filter(Boolean)).toHaveLength(1);
});

test('an expired session is not in the list', async () => {
  const old = await signIn('anna@camp.example');
  world.clock.time += 29 * times.day;
  await old.browser.refresh();
  world.clock.time += 30 * times.day - 1;
  expect(await isIn({ ...old, token: tokenOf(await old.browser.refresh()) })).toBe(true);
  const here = await signIn('anna@camp.example');
  expect(await list(here)).toHaveLength(2);
  world.clock.time += times.day + 1;
  expect(await list({ ...here, token: tokenOf(await here.browser.refresh()) })).toHaveLength(1);
});
