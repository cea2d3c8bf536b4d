import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { buildCamp, callerOf } from '#tests/fixtures/camp.ts';
import { LocalPushService, type PushDevice } from '#tests/fixtures/messages/push-service.ts';
import { sqlOf } from '../store/core/handles.ts';
import { openStore } from '../store/store.ts';
import { createSender } from './send.ts';
import { Subscriptions } from './subscriptions.ts';
import type { Vapid } from '../ops/vapid.ts';
import webPush from 'web-push';

const keys = webPush.generateVAPIDKeys();
const vapid: Vapid = { ...keys, subject: 'https://camp.example.org' };
const message = { payload: '{}', topic: 'topic', ttl: 60 };
const never = new AbortController().signal;

const at = (...addresses: string[]): LookupAddress[] => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const names: Record<string, LookupAddress[]> = {
  localhost: at('127.0.0.1', '::1'),
  'localhost.': at('127.0.0.1'),
  'router.example': at('192.168.1.1'),
  'metadata.example': at('169.254.169.254'),
  'both-ways.example': at('93.184.215.14', '10.0.0.7'),
  'mapped.example': at('::ffff:10.0.0.7'),
  'nat64.example': at('64:ff9b::a00:7'),
  'six-to-four.example': at('2002:a00:7::1'),
  'nowhere.example': [],
  'good.example': at('93.184.215.14'),
};
const resolve = (host: string) => Promise.resolve(names[host] ?? at('93.184.215.14'));

const hostile = [
  'http://good.example/push',
  'ftp://good.example/push',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'not a url',
  '',
  'https://user:secret@good.example/push',
  'https://good.example:22/push',
  'https://good.example:8443/push',
  'https://127.0.0.1/push',
  'https://127.1/push',
  'https://2130706433/push',
  'https://0x7f.0.0.1/push',
  'https://0177.0.0.1/push',
  'https://0/push',
  'https://10.0.0.7/push',
  'https://172.16.0.1/push',
  'https://192.168.1.1/push',
  'https://100.64.0.1/push',
  'https://169.254.169.254/latest/meta-data',
  'https://224.0.0.1/push',
  'https://255.255.255.255/push',
  'https://[::]/push',
  'https://[::1]/push',
  'https://[::ffff:127.0.0.1]/push',
  'https://[::ffff:a00:7]/push',
  'https://[64:ff9b::7f00:1]/push',
  'https://[fe80::1]/push',
  'https://[fd00::1]/push',
  'https://[ff02::1]/push',
  'https://localhost/push',
  'https://localhost./push',
  'https://１２７.0.0.1/push',
  'https://router.example/push',
  'https://metadata.example/push',
  'https://both-ways.example/push',
  'https://mapped.example/push',
  'https://nat64.example/push',
  'https://six-to-four.example/push',
  'https://nowhere.example/push',
];

let service: LocalPushService;
let device: PushDevice;
const connects = () => vi.spyOn(Socket.prototype, 'connect');

beforeEach(async () => {
  service = new LocalPushService();
  await service.listen();
  device = service.device('phone');
});
afterEach(() => service.close());

const targetAt = (endpoint: string) => ({
  ...(JSON.parse(device.subscription) as { keys: { p256dh: string; auth: string } }).keys,
  endpoint,
});

test('the list has at least thirty hostile endpoints', () => expect(new Set(hostile).size).toBeGreaterThanOrEqual(30));

test.each(hostile)('a hostile endpoint is not connected to at registration or sending: %s', async (endpoint) => {
  const store = await openStore({ path: ':memory:' });
  const clock = { now: () => 0 };
  await buildCamp(store, clock);
  const connect = connects();
  const subscriptions = new Subscriptions({ store, clock, rules: { allowLoopback: false, resolve } });
  const subscription = JSON.stringify({ ...JSON.parse(device.subscription), endpoint });
  const refused = await subscriptions.register(callerOf('author'), subscription, 'en').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).code).toBe('invalid');
  expect(await sqlOf(store.reading).selectFrom('push_subscriptions').selectAll().execute()).toEqual([]);
  const send = createSender({ vapid, rules: { allowLoopback: false, resolve } });
  expect(await send(targetAt(endpoint), message, never)).toMatchObject({ kind: 'not-sent' });
  expect(connect).not.toHaveBeenCalled();
  await store.close();
});

test('a name that resolves to an internal address after its registration is not connected to', async () => {
  const answers = [at('93.184.215.14'), at('127.0.0.1')];
  const rebinding = () => Promise.resolve(answers.shift()!);
  const connect = connects();
  const { addressesOf } = await import('../lib/egress/addresses.ts');
  await addressesOf(new URL('https://good.example/push'), { allowLoopback: false, resolve: rebinding });
  const send = createSender({ vapid, rules: { allowLoopback: false, resolve: rebinding } });
  expect(await send(targetAt('https://good.example/push'), message, never)).toEqual({ kind: 'not-sent', reason: 'not a public address' });
  expect(connect).not.toHaveBeenCalled();
});

test('each send resolves the name once and connects to the checked address', async () => {
  const lookup = vi.fn<(host: string) => Promise<LookupAddress[]>>(() => Promise.resolve(at('127.0.0.1')));
  const send = createSender({ vapid, rules: { allowLoopback: true, resolve: lookup } });
  const { port } = new URL(service.origin);
  const endpoint = `http://push.event-companion.invalid:${port}/phone`;
  expect(await send(targetAt(endpoint), message, never)).toMatchObject({ kind: 'answered', status: 201 });
  expect(await send(targetAt(endpoint), message, never)).toMatchObject({ kind: 'answered', status: 201 });
  expect(lookup.mock.calls).toEqual([['push.event-companion.invalid'], ['push.event-companion.invalid']]);
});

test('a redirect is not followed', async () => {
  let visits = 0;
  const inside: Server = createServer((_request, response) => {
    visits += 1;
    response.end();
  });
  await new Promise<void>((listening) => inside.listen(0, '127.0.0.1', listening));
  const location = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`;
  const send = createSender({ vapid, rules: { allowLoopback: true } });
  for (const status of [301, 302, 303, 307, 308]) {
    service.answerWith('phone', status, { location });
    expect(await send(targetAt(device.endpoint), message, never)).toMatchObject({ kind: 'answered', status });
  }
  expect(visits).toBe(0);
  await new Promise((closed) => inside.close(closed));
});

test('an endless answer is not read', async () => {
  let written = 0;
  const closed = new Promise<void>((resolve) => {
    service.answers.set('phone', (request, response) => {
      request.socket.on('close', resolve);
      const more = (): void => {
        while (!request.socket.destroyed && response.write(Buffer.alloc(64 * 1024))) written += 64;
      };
      response.writeHead(201).on('drain', more);
      more();
    });
  });
  const send = createSender({ vapid, rules: { allowLoopback: true } });
  expect(await send(targetAt(device.endpoint), message, never)).toMatchObject({ kind: 'answered', status: 201 });
  await closed;
  expect(written).toBeLessThan(16 * 1024);
});

test('a silent service is given up after the time limit', async () => {
  const time = new AbortController();
  // The service has received the request and does not answer.
  service.answers.set('phone', () => time.abort());
  const send = createSender({ vapid, rules: { allowLoopback: true } });
  expect(await send(targetAt(device.endpoint), message, time.signal)).toMatchObject({ kind: 'unknown' });
  const deaf = createSender({ vapid, rules: { allowLoopback: false, resolve: () => new Promise(() => {}) } });
  expect(await deaf(targetAt('https://good.example/'), message, AbortSignal.timeout(50))).toMatchObject({ kind: 'not-sent' });
});

test('the reason of a failure does not contain the endpoint', async () => {
  const send = createSender({ vapid, rules: { allowLoopback: true } });
  const outcome = await send(targetAt('http://127.0.0.1:1/secret-token'), message, never);
  expect(outcome).toEqual({ kind: 'not-sent', reason: 'ECONNREFUSED' });
});
