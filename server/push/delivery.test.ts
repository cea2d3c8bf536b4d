import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { times } from '#contract/times.ts';
import { announcer } from '#tests/fixtures/messages/announcer.ts';
import { announcementOf, home, insertRows, people } from '#tests/fixtures/camp.ts';
import type { LocalPushService } from '#tests/fixtures/messages/push-service.ts';
import { closePushWorld, openPushWorld } from '#tests/fixtures/messages/push-world.ts';
import type { World } from '#tests/fixtures/world.ts';
import { announcementSubject, claimJobs, insertJobs } from '#server/store/push/push-jobs.ts';
import { PushDelivery, requestedPause } from './delivery.ts';
import type { SendOutcome, SendPush } from './send.ts';
import { sqlOf } from '../store/core/handles.ts';

let world: World;
let service: LocalPushService;
beforeEach(async () => void ({ world, service } = await openPushWorld()));
afterEach(() => closePushWorld({ world, service }));

const { subscribe, draft, activate, deliver, states } = announcer(() => ({ world, service }));

test.each([404, 410])('a device that has unsubscribed (%s) is deleted', async (status) => {
  await subscribe('author');
  await subscribe('participant');
  service.answerWith('author', status);
  await activate(await draft());
  await deliver();
  const left = await sqlOf(world.store.reading).selectFrom('push_subscriptions').select('user_id').execute();
  expect(left).toEqual([{ user_id: people.participant.id }]);
  expect(await states()).toEqual(['sent']);
});

test.each([
  [429, { 'retry-after': '600' }, 600],
  [503, { 'retry-after': new Date(Date.UTC(2026, 10, 21, 12, 30)).toUTCString() }, 1_800],
  [500, {}, 30],
])('a push answered with %s is retried when the service asks, or after a pause', async (status, headers, seconds) => {
  await subscribe('author');
  service.answerWith('author', status, headers);
  await activate(await draft());
  await deliver();
  service.answers.clear();
  world.clock.time += (seconds / 2 - 1) * times.second;
  await deliver();
  expect(service.delivered).toHaveLength(1);
  world.clock.time += (seconds / 2 + 2) * times.second;
  await deliver();
  expect(service.delivered).toHaveLength(2);
  expect(await states()).toEqual(['sent']);
});

test('a push that was not delivered within a day is given up', async () => {
  await subscribe('author');
  service.answerWith('author', 503);
  await activate(await draft());
  for (let hour = 0; hour < 60; hour += 1) {
    await deliver();
    world.clock.time += times.hour;
  }
  expect(await states()).toEqual(['dropped']);
  expect(service.delivered.length).toBeGreaterThan(20);
  expect(service.delivered.length).toBeLessThan(30);
  expect(Number(service.delivered.at(-1)!.headers['ttl'])).toBeLessThanOrEqual(2 * 3_600);
});

test('a push that waited for days while the server was off is dropped', async () => {
  await subscribe('author');
  await activate(await draft());
  world.clock.time += 2 * times.day;
  await deliver();
  expect(service.delivered).toEqual([]);
  expect(await states()).toEqual(['dropped']);
});

test('a push that would have to wait longer than a day is dropped', async () => {
  await subscribe('author');
  service.answerWith('author', 429, { 'retry-after': '90000' });
  await activate(await draft());
  await deliver();
  expect(await states()).toEqual(['dropped']);
});

test.each([400, 401, 403, 413, 301])('a push answered with %s is dropped', async (status) => {
  await subscribe('author');
  service.answerWith('author', status);
  await activate(await draft());
  await deliver();
  expect(await states()).toEqual(['dropped']);
});

test('a push without an answer may have arrived and is not sent again', async () => {
  await subscribe('author');
  service.answers.set('author', (request) => void request.socket.destroy());
  await activate(await draft());
  await deliver();
  world.clock.time += times.hour;
  await deliver();
  expect(service.delivered).toHaveLength(1);
  expect(await states()).toEqual(['dropped']);
});

test('a push to an unreachable service is retried', async () => {
  const device = service.device('author');
  await subscribe('author', { ...device, subscription: device.subscription.replace(service.origin, 'http://127.0.0.1:1') });
  await activate(await draft());
  await deliver();
  expect(await states()).toEqual(['waiting']);
});

const log = { warn: () => {}, error: (details: object, message: string) => expect.fail(`${message} ${JSON.stringify(details)}`) };
const deliveryWith = (send: SendPush) =>
  new PushDelivery({ store: world.store, clock: world.clock, send, log, origin: '', random: () => 0 });
const sent: SendOutcome = { kind: 'answered', status: 201, retryAfter: undefined };

test('after a crash, jobs in progress are not sent again, and the others are sent', async () => {
  await subscribe('author');
  await subscribe('participant');
  await activate(await draft());
  // A crash leaves the job marked as being sent.
  const now = world.clock.now();
  const [inFlight] = await world.store.write([], (trx) => claimJobs(trx, { now, lease: times.minute, limit: 1 }));
  const delivery = deliveryWith(async () => sent);
  delivery.start();
  await vi.waitFor(async () => expect((await states()).toSorted()).toEqual(['sending', 'sent']));
  await delivery.stop();
  world.clock.time += times.minute;
  await deliver();
  expect((await states()).toSorted()).toEqual(['dropped', 'sent']);
  const [dropped] = await sqlOf(world.store.reading).selectFrom('push_jobs').select('id').where('state', '=', 'dropped').execute();
  expect(dropped!.id).toBe(inFlight!.id);
});

test('a stop aborts pushes in progress and stores their results', async () => {
  await subscribe('author');
  await subscribe('participant');
  await activate(await draft());
  let inFlight = 0;
  let delivery: PushDelivery | undefined;
  const begun = new Promise<void>((resolve) => {
    const send: SendPush = (_target, _message, signal) => {
      inFlight += 1;
      const first = inFlight === 1;
      if (inFlight === 2) resolve();
      return new Promise((settle) =>
        signal.addEventListener('abort', () => settle(first ? { kind: 'not-sent', reason: '' } : { kind: 'unknown', reason: '' })),
      );
    };
    delivery = deliveryWith(send);
    delivery.start();
  });
  await begun;
  await delivery?.stop();
  expect(await states()).toEqual(['waiting', 'dropped']);
  delivery?.wake();
  expect(inFlight).toBe(2);
});

test('a started delivery sends new announcements by itself', async () => {
  await subscribe('author');
  world.app.deps.push.delivery.start();
  await activate(await draft());
  await service.until(1);
  await vi.waitFor(async () => expect(await states()).toEqual(['sent']));
  await activate(await draft());
  await service.until(2);
});

test('a started delivery sends news by itself when they are due', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await subscribe('participant');
  const { delivery } = world.app.deps.push;
  delivery.start();
  // The delivery has looked and waits for its next look.
  await vi.waitUntil(() => vi.getTimerCount() > 0);
  expect((await world.call('author', 'POST', '/api/post', { body: { content: 'Hallo', event: home } })).status).toBe(201);
  world.clock.time += 20 * times.second;
  await vi.advanceTimersByTimeAsync(20 * times.second);
  vi.useRealTimers();
  await service.until(1);
  await vi.waitFor(async () => expect(await states()).toEqual(['sent']));
});

test('jobs stored by another process are found within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await subscribe('participant');
  const { delivery } = world.app.deps.push;
  delivery.start();
  await vi.waitUntil(() => vi.getTimerCount() > 0);
  const row = announcementOf();
  await insertRows(world.store, world.clock, 'announcements', [row]);
  const news = { eventId: home, setting: 'general', except: null, subject: announcementSubject(row.id) } as const;
  await world.store.write([], (trx) => insertJobs(trx, { ...news, payload: { en: '{}', de: '{}' } }, world.clock.now()));
  await vi.advanceTimersByTimeAsync(times.minute / 2);
  vi.useRealTimers();
  await service.until(1);
  await vi.waitFor(async () => expect(await states()).toEqual(['sent']));
});

test('delivery continues a minute after the database was full', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await subscribe('author');
  await activate(await draft());
  const failures: string[] = [];
  const delivery = new PushDelivery({
    store: world.store,
    clock: world.clock,
    send: async () => sent,
    origin: '',
    log: { ...log, error: (_details, message) => void failures.push(message) },
  });
  const failing = vi.spyOn(world.store, 'write').mockRejectedValue(new Error('full'));
  delivery.start();
  await vi.waitUntil(() => failures.length > 0);
  failing.mockRestore();
  await vi.advanceTimersByTimeAsync(times.minute);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await states()).toEqual(['sent']));
  expect(failures).toEqual(['delivering pushes failed']);
  await delivery.stop();
});

test('each of many devices receives a push once', async () => {
  const db = sqlOf(world.store.reading);
  const members = Array.from({ length: 120 }, (_, index) => 100 + index);
  const user = {
    role: 'user' as const,
    name: 'n',
    password_hash: '!',
    email_verified: 1 as const,
    version: 1,
    created_at: 0,
    active_event_id: home,
  };
  await db
    .insertInto('users')
    .values(members.map((id) => ({ ...user, id, email: `${id}@camp.example` })))
    .execute();
  await db
    .insertInto('memberships')
    .values(members.map((id) => ({ user_id: id, event_id: home, role: 'participant' as const, version: 1 })))
    .execute();
  for (const id of members) {
    const { sessionId } = await world.app.deps.auth.sessions.open(id);
    const keys = { endpoint: `https://push.example/${id}`, p256dh: 'p', auth: 'a' };
    await db
      .insertInto('push_subscriptions')
      .values({ ...keys, user_id: id, session_id: sessionId, language: id % 2 ? 'de' : 'en', created_at: 0 })
      .execute();
  }
  await activate(await draft());
  const pushed: string[] = [];
  const delivery = deliveryWith(async ({ endpoint }) => {
    pushed.push(endpoint);
    return sent;
  });
  await Promise.all([delivery.sendDue(), delivery.sendDue()]);
  expect(new Set(pushed).size).toBe(120);
  expect(pushed).toHaveLength(120);
});

test('a requested pause is read from seconds or from a date', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  expect(
    ['120', 'Sat, 21 Nov 2026 12:01:00 GMT', 'Sat, 21 Nov 2026 11:00:00 GMT', 'soon', undefined].map((text) => requestedPause(text, now)),
  ).toEqual([120_000, 60_000, 0, 0, 0]);
});

async function announceTo(endpoints: readonly string[]): Promise<void> {
  const own = { user_id: people.participant.id, session_id: 'participant', p256dh: '', auth: '', language: 'en' as const, created_at: 0 };
  const devices = endpoints.map((endpoint) => ({ ...own, endpoint, host: new URL(endpoint).host }));
  await sqlOf(world.store.reading).insertInto('push_subscriptions').values(devices).execute();
  await messageToAll();
}

async function messageToAll(): Promise<void> {
  const row = announcementOf();
  await insertRows(world.store, world.clock, 'announcements', [row]);
  const news = { eventId: home, setting: 'general', except: null, subject: announcementSubject(row.id) } as const;
  await world.store.write([], (trx) => insertJobs(trx, { ...news, payload: { en: '{}', de: '{}' } }, world.clock.now()));
}

const numbered = (count: number, host: string): string[] => Array.from({ length: count }, (_, index) => `https://${host}/${index}`);

/** A delivery whose pushes to `silent.example` get no answer before `end`. `makeSlow` ends the wait after which a push is slow. */
function deliveryBesideSilence() {
  const pushed: string[] = [];
  const timers: (() => void)[] = [];
  const { promise: silence, resolve: end } = Promise.withResolvers<SendOutcome>();
  const send: SendPush = ({ endpoint }) => {
    pushed.push(endpoint);
    return endpoint.includes('silent.example') ? silence : Promise.resolve(sent);
  };
  const setTimer = (_delay: number, task: () => void) => (timers.push(task), () => void timers.splice(timers.indexOf(task), 1));
  const delivery = new PushDelivery({ ...world, send, log, origin: '', random: () => 0, timers: { setTimer } });
  return { delivery, pushed, makeSlow: () => timers.forEach((task) => task()), end: () => end({ kind: 'unknown', reason: 'timeout' }) };
}

test('silent endpoints do not delay pushes to others', async () => {
  await announceTo([...numbered(20, 'silent.example'), ...numbered(60, 'push.example')]);
  const { delivery, pushed, end } = deliveryBesideSilence();
  const sending = delivery.sendDue();
  await vi.waitFor(() => expect(pushed.filter((endpoint) => endpoint.includes('push.example'))).toHaveLength(60));
  end();
  await sending;
  expect([...new Set(await states())].toSorted()).toEqual(['dropped', 'sent']);
});

test('a host with four slow pushes in progress gets no more, and others do', async () => {
  await announceTo(numbered(4, 'silent.example'));
  const { delivery, pushed, makeSlow, end } = deliveryBesideSilence();
  const sending = delivery.sendDue();
  await vi.waitFor(() => expect(pushed).toHaveLength(4));
  makeSlow();
  await announceTo(['https://push.example/1']);
  delivery.wake();
  await vi.waitFor(() => expect(pushed.slice(4)).toEqual(['https://push.example/1']));
  end();
  await sending;
  expect(pushed.slice(5).every((endpoint) => endpoint.includes('silent.example'))).toBe(true);
  expect(pushed).toHaveLength(9);
});

test('an endpoint with two consecutive time-outs comes last until it answers', async () => {
  await announceTo(['https://silent.example/1']);
  const first = deliveryBesideSilence();
  first.end();
  await first.delivery.sendDue();
  await messageToAll();
  await first.delivery.sendDue();
  await announceTo(['https://push.example/1']);
  const second = deliveryBesideSilence();
  second.end();
  await second.delivery.sendDue();
  expect(second.pushed).toEqual(['https://push.example/1', 'https://silent.example/1']);
  const timeouts = async () =>
    (await sqlOf(world.store.reading).selectFrom('push_subscriptions').select('timeouts').orderBy('id').execute())[0];
  expect(await timeouts()).toEqual({ timeouts: 3 });
  await messageToAll();
  await deliveryWith(async () => sent).sendDue();
  expect(await timeouts()).toEqual({ timeouts: 0 });
});
