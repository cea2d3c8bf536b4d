import { beforeEach, expect, test, vi } from 'vitest';
import type { Outcome } from '#sync/wire/transport.ts';
import type { PushPlatform, PushProblem } from './platform.ts';
import { PushDevice } from './push-device.ts';

const endpoint = 'https://push.example/1';

function phone(part: Partial<PushPlatform> = {}) {
  const stored = new Map<string, string>();
  let subscription: PushSubscription | null = null;
  let answers: Permission = 'granted';
  let permission: NotificationPermission = 'default';
  const made = vi.fn();
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async (options: { applicationServerKey: string }) => {
      made(options);
      const unsubscribe = async () => ((subscription = null), true);
      subscription = { endpoint, options: {}, unsubscribe, toJSON: () => ({ endpoint }) } as unknown as PushSubscription;
      return subscription;
    },
  };
  const platform: PushPlatform = {
    support: () => 'supported',
    permission: () => permission,
    askPermission: async () => (permission = answers),
    registration: async () => ({ pushManager }),
    store: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    ...part,
  };
  return {
    device: new PushDevice(platform),
    platform,
    stored,
    made,
    answer: (next: Permission) => (answers = next),
    lose: () => (subscription = null),
  };
}
type Permission = NotificationPermission;
type Client = ReturnType<typeof server>['client'];

function server(userId: number, answers: Partial<Record<string, Outcome>> = {}) {
  const calls: { method: string; path: string; body?: unknown }[] = [];
  const call = async (one: { method: 'GET' | 'POST'; path: string; body?: unknown }): Promise<Outcome> => {
    calls.push(one);
    const ok: Outcome = { kind: 'answer', status: 200, body: one.method === 'GET' ? { publicKey: 'BKey' } : { success: true } };
    return answers[`${one.method} ${one.path}`] ?? ok;
  };
  return { client: { userId, call, isStopped: false }, calls };
}

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}));

test('asks for permission after a tap, subscribes with the key of the server, and registers in the language of the reader', async () => {
  const { device, stored, made } = phone();
  const { client, calls } = server(7);
  expect(await device.subscribe(client, 'de')).toEqual({ problem: null });
  expect(made).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
  expect(calls.at(-1)).toEqual({
    method: 'POST',
    path: '/api/notification',
    body: { subscription: JSON.stringify({ endpoint }), language: 'de' },
  });
  expect(stored.get('push-subscription')).toBe(JSON.stringify({ endpoint }));
  expect(device.state.get()).toEqual({ subscribed: true, permission: 'granted' });
});

test('ends the subscription on the device and the server', async () => {
  const { device, stored, platform } = phone();
  const { client, calls } = server(7);
  await device.subscribe(client, 'en');
  await device.unsubscribe(client);
  expect(calls.at(-1)).toEqual({ method: 'POST', path: '/api/notification/unsubscribe', body: { endpoint } });
  expect(stored.size).toBe(0);
  expect(await (await platform.registration())?.pushManager.getSubscription()).toBeNull();
  expect(device.state.get().subscribed).toBe(false);
});

const obstacles: [PushProblem, Partial<PushPlatform>, Partial<Record<string, Outcome>>][] = [
  ['needs_install', { support: () => 'needs-install' }, {}],
  ['unsupported', { support: () => 'unsupported' }, {}],
  ['denied', { askPermission: async () => 'denied' }, {}],
  ['no_worker', { registration: async () => undefined }, {}],
  ['no_network', {}, { 'GET /api/notification/key': { kind: 'no-network' } }],
  ['no_network', {}, { 'POST /api/notification': { kind: 'no-network' } }],
  ['unavailable', {}, { 'POST /api/notification': { kind: 'answer', status: 503, body: {} } }],
  ['unavailable', {}, { 'GET /api/notification/key': { kind: 'answer', status: 503, body: {} } }],
  ['unavailable', {}, { 'GET /api/notification/key': { kind: 'no-network', gateway: true } }],
  ['unavailable', {}, { 'POST /api/notification': { kind: 'no-network', gateway: true } }],
  ['refused', {}, { 'POST /api/notification': { kind: 'answer', status: 400, body: {} } }],
  ['failed', { registration: () => Promise.reject(new Error('broken')) }, {}],
];

test.each(obstacles)('logs %s and creates no subscription', async (problem, part, answers) => {
  const { device, stored } = phone(part);
  const { client } = server(7, answers);
  expect(await device.subscribe(client, 'en')).toEqual({ problem });
  expect(console.info).toHaveBeenCalled();
  expect(stored.size).toBe(0);
  expect(device.state.get().subscribed).toBe(false);
});

test('registers at each start, and renews a subscription that the browser dropped', async () => {
  const { device, made, lose } = phone();
  const { client, calls } = server(7);
  await device.subscribe(client, 'en');
  lose();
  calls.length = 0;
  await device.keep(client, 'de');
  expect(made).toHaveBeenCalledTimes(2);
  expect(calls.at(-1)?.body).toMatchObject({ language: 'de' });
});

test.each([401, 429, 500, 503])('keeps the subscription if the server answers %i, and registers at the next start', async (status) => {
  const { device, stored, platform } = phone();
  const { client } = server(7);
  await device.subscribe(client, 'en');
  const busy = server(7, { 'POST /api/notification': { kind: 'answer', status, body: {} } });
  await device.keep(busy.client, 'en');
  expect(stored.size).toBe(2);
  expect(await (await platform.registration())?.pushManager.getSubscription()).not.toBeNull();
  expect(device.state.get().subscribed).toBe(true);
});

test('ends the subscription of another user of the device', async () => {
  const { device, stored, platform } = phone();
  await device.subscribe(server(7).client, 'en');
  const next = server(8);
  await device.keep(next.client, 'en');
  expect(stored.size).toBe(0);
  expect(await (await platform.registration())?.pushManager.getSubscription()).toBeNull();
  expect(next.calls).toEqual([]);
  expect(device.state.get().subscribed).toBe(false);
});

test('asks for no permission at a start', async () => {
  const askPermission = vi.fn(async () => 'granted' as const);
  const { device, made } = phone({ askPermission });
  await device.keep(server(7).client, 'en');
  expect(askPermission).not.toHaveBeenCalled();
  expect(made).not.toHaveBeenCalled();
});

test.each([
  ['a tap that turns it off', (device: PushDevice, client: Client) => device.unsubscribe(client), '/api/notification/unsubscribe'],
  ['a logout', async (_device: PushDevice, client: Client) => void (client.isStopped = true), '/api/notification'],
])('ends the subscription by %s also if a registration of the start finishes later', async (_name, end, lastWord) => {
  const { device, stored, platform } = phone();
  const { client } = server(7);
  await device.subscribe(client, 'en');
  const { promise: slow, resolve: answer } = Promise.withResolvers<void>();
  const sent: string[] = [];
  const slowClient: Client = {
    userId: 7,
    isStopped: false,
    call: async (one) => {
      await slow;
      sent.push(one.path);
      return client.call(one);
    },
  };
  const kept = device.keep(slowClient, 'en');
  await Promise.resolve();
  const ended = end(device, slowClient);
  answer();
  await Promise.all([kept, ended]);
  expect(stored.size).toBe(0);
  expect(await (await platform.registration())?.pushManager.getSubscription()).toBeNull();
  expect(device.state.get().subscribed).toBe(false);
  expect(sent.at(-1)).toBe(lastWord);
});

test('reports no subscription as soon as the permission is revoked', async () => {
  let permission: NotificationPermission = 'granted';
  const { device } = phone({ permission: () => permission, askPermission: async () => 'granted' });
  await device.subscribe(server(7).client, 'en');
  permission = 'denied';
  device.look(7);
  expect(device.state.get()).toEqual({ subscribed: false, permission: 'denied' });
});
