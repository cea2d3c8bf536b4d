import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { times } from '../../contract/limits.ts';
import { announcementOf, away, home, insertRows, people, type PersonName } from '../../tests/fixtures/camp.ts';
import { type LocalPushService, type PushDevice, vapidClaims } from '../../tests/fixtures/push-service.ts';
import { closePushWorld, openPushWorld } from '../../tests/fixtures/push-world.ts';
import type { World } from '../../tests/fixtures/world.ts';
import { claimJobs, nextJobAt } from '../store/push-jobs.ts';
import { settleJobs } from '../store/push-results.ts';
import { askedPause, PushDelivery } from './delivery.ts';
import type { SendOutcome, SendPush } from './send.ts';

let world: World;
let service: LocalPushService;
beforeEach(async () => void ({ world, service } = await openPushWorld()));
afterEach(() => closePushWorld({ world, service }));

const deliver = () => world.app.deps.push.delivery.sendDue();

async function subscribe(who: PersonName, device: PushDevice = service.device(who), language: 'en' | 'de' = 'en'): Promise<PushDevice> {
  const body = { subscription: device.subscription, language };
  expect(await world.call(who, 'POST', '/api/notification', { body })).toMatchObject({ status: 200, body: { success: true } });
  return device;
}

/** A new inactive announcement in the home event; gives its path. */
async function draft(own: Parameters<typeof announcementOf>[0] = {}): Promise<string> {
  const row = announcementOf({ active: false, ...own });
  await insertRows(world.store, world.clock, 'announcements', [row]);
  return `/api/announcement/${row.id}`;
}

async function activate(path: string, who: PersonName = 'orga'): Promise<void> {
  expect((await world.call(who, 'POST', `${path}/activate`)).status).toBe(200);
}

const arrived = () => service.delivered.map(({ device }) => device).toSorted();
const states = async () =>
  (await world.store.db.selectFrom('push_jobs').select('state').orderBy('id').execute()).map(({ state }) => state as string);

test('an announcement reaches the devices of those who are in the event and want it, not its sender’s', async () => {
  for (const who of ['orga', 'author', 'participant', 'stranger', 'admin'] as const) await subscribe(who);
  await activate(await draft());
  await deliver();
  expect(arrived()).toEqual(['author', 'participant']);
  expect(await states()).toEqual(['sent', 'sent']);
});

test('a message is encrypted for the device, signed by the server, urgent, and good for a day', async () => {
  await subscribe('author');
  const path = await draft({ title: 'Gewitter', content: 'Alle in die Scheune.' });
  await activate(path);
  await deliver();
  const [message] = service.delivered;
  expect(message!.payload).toMatchObject({
    web_push: 8030,
    notification: { title: 'Announcement: Gewitter', body: 'Alle in die Scheune.' },
  });
  expect(message!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
  expect(message!.headers['topic']).toBe(path.split('/').at(-1)!.replaceAll('-', ''));
  const { publicKey } = (await world.call('author', 'GET', '/api/notification/key')).body;
  const claims = vapidClaims(message!.headers.authorization, publicKey);
  expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:nobody@example.com' });
  expect(Number(claims!['exp']) * 1_000 - Date.now()).toBeLessThanOrEqual(times.day);
});

test('each device is told in its own language', async () => {
  await subscribe('author', service.device('phone'), 'de');
  await subscribe('participant', service.device('tablet'), 'en');
  await activate(await draft({ title: 'Gewitter' }));
  await deliver();
  const titles = Object.fromEntries(service.delivered.map(({ device, payload }) => [device, payload.notification.title as string]));
  expect(titles).toEqual({ phone: 'Ankündigung: Gewitter', tablet: 'Announcement: Gewitter' });
});

test('without a language the device’s request says which', async () => {
  const body = { subscription: service.device('phone').subscription };
  await world.call('author', 'POST', '/api/notification', { body, headers: { 'accept-language': 'de-AT,de;q=0.9' } });
  await activate(await draft());
  await deliver();
  expect(service.delivered[0]!.payload.notification.lang).toBe('de');
});

test('who turned them off is not told, who turned them on again is', async () => {
  await subscribe('author');
  await subscribe('participant');
  const save = (who: PersonName, settings: object) => world.call(who, 'POST', '/api/notification', { body: settings });
  await save('author', { general: false });
  await save('participant', { chats: false });
  await activate(await draft());
  await deliver();
  expect(arrived()).toEqual(['participant']);
  await save('author', { general: true });
  await activate(await draft());
  await deliver();
  expect(arrived()).toEqual(['author', 'participant', 'participant']);
});

test('who turns them off before the next try is not told then', async () => {
  const save = (settings: object) => world.call('author', 'POST', '/api/notification', { body: settings });
  await subscribe('author');
  service.answerWith('author', 503);
  await activate(await draft());
  await deliver();
  service.answers.clear();
  await save({ general: false });
  world.clock.time += times.minute;
  await deliver();
  expect(service.delivered).toHaveLength(1);
  expect(await states()).toEqual(['dropped']);
  expect(await nextJobAt(world.store.db)).toBeNull();
});

test('more than are sent at once may be unwanted, and the rest is sent all the same', async () => {
  await subscribe('author');
  await activate(await draft());
  const { db } = world.store;
  const [job] = await db.selectFrom('push_jobs').selectAll().execute();
  const { id: _id, ...copy } = job!;
  const unwanted = Array.from({ length: 60 }, (_, index) => ({
    ...copy,
    subject: `posts:${index}`,
    setting: 'chats' as const,
    next_at: 0,
  }));
  await db.insertInto('push_jobs').values(unwanted).execute();
  await world.call('author', 'POST', '/api/notification', { body: { chats: false } });
  await deliver();
  expect(arrived()).toEqual(['author']);
  expect(await nextJobAt(db)).toBeNull();
});

test('who is active in another event when it is sent is not told, whether they switched before or after it went out', async () => {
  const { db } = world.store;
  for (const who of ['author', 'participant'] as const) {
    await subscribe(who);
    await db.insertInto('memberships').values({ user_id: people[who].id, event_id: away, role: 'participant', version: 1 }).execute();
  }
  const goTo = (who: PersonName, event: number) => world.call(who, 'POST', `/api/event/${event}/switch`);
  await goTo('author', away);
  await activate(await draft());
  await goTo('participant', away);
  await goTo('author', home);
  await deliver();
  expect(service.delivered).toEqual([]);
  await activate(await draft());
  await deliver();
  expect(arrived()).toEqual(['author']);
});

test('a device that reads another language by the next try is told in that', async () => {
  const phone = await subscribe('author');
  service.answerWith('author', 503);
  await activate(await draft({ title: 'Gewitter' }));
  await deliver();
  service.answers.clear();
  await subscribe('author', phone, 'de');
  world.clock.time += times.minute;
  await deliver();
  const titles = service.delivered.map(({ payload }) => payload.notification.title as string);
  expect(titles).toEqual(['Announcement: Gewitter', 'Ankündigung: Gewitter']);
});

test('once, however often it is activated and by how many', async () => {
  await subscribe('author');
  const path = await draft();
  await Promise.all([activate(path), activate(path, 'admin'), activate(path), activate(path, 'admin')]);
  await deliver();
  await world.call('orga', 'POST', `${path}/deactivate`);
  await activate(path, 'admin');
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(arrived()).toEqual(['author']);
});

test('a device that came later is not told of what went out before it', async () => {
  await subscribe('author');
  const path = await draft();
  await activate(path);
  await subscribe('participant');
  await world.call('orga', 'POST', `${path}/deactivate`);
  await activate(path);
  await deliver();
  expect(arrived()).toEqual(['author']);
});

test('one that is withdrawn before it was sent is not pushed, and as soon as it is out again, it is, as it reads by then', async () => {
  await subscribe('author', service.device('phone'), 'de');
  await subscribe('participant', service.device('tablet'));
  service.answerWith('tablet', 503);
  const path = await draft({ title: 'Gewitter' });
  await activate(path);
  await world.call('orga', 'POST', `${path}/deactivate`);
  await deliver();
  expect(service.delivered).toEqual([]);
  expect(await nextJobAt(world.store.db)).toBeNull();

  await activate(path);
  await deliver();
  expect(arrived()).toEqual(['phone', 'tablet']);
  // One that the service did not take yet waits for its next try, and is withdrawn just the same.
  await world.call('orga', 'POST', `${path}/deactivate`);
  service.answers.clear();
  world.clock.time += 5 * times.minute;
  await deliver();
  expect(arrived()).toEqual(['phone', 'tablet']);
  await world.call('orga', 'PUT', path, { body: { title: 'Sturm' } });
  await activate(path, 'admin');
  await deliver();
  const titles = service.delivered.map(({ device, payload }) => `${device}: ${payload.notification.title}`);
  expect(titles).toEqual(expect.arrayContaining(['phone: Ankündigung: Gewitter', 'tablet: Announcement: Sturm']));
  expect(titles).toHaveLength(3);
  expect(await states()).toEqual(['sent', 'sent']);
});

test('one that is gone, as after a restore, is not pushed', async () => {
  await subscribe('author');
  await activate(await draft());
  await world.store.db.deleteFrom('announcements').execute();
  await deliver();
  expect(service.delivered).toEqual([]);
});

test('what is wrong with one is put right before it is sent', async () => {
  await subscribe('author');
  const path = await draft({ title: 'Gewiter' });
  await activate(path);
  await world.call('orga', 'PUT', path, { body: { title: 'Gewitter' } });
  await deliver();
  expect(service.delivered.map(({ payload }) => payload.notification.title as string)).toEqual(['Announcement: Gewitter']);
});

test('what is put right while it is on its way is told so at the next try', async () => {
  await subscribe('author');
  const path = await draft({ title: 'Gewiter' });
  await activate(path);
  const [job] = await claimJobs(world.store.db, { now: world.clock.now(), limit: 1 });
  await world.call('orga', 'PUT', path, { body: { title: 'Gewitter' } });
  await settleJobs(world.store.db, [{ job: job!, result: { retryAt: world.clock.now() } }]);
  await deliver();
  expect(service.delivered.map(({ payload }) => payload.notification.title as string)).toEqual(['Announcement: Gewitter']);
});

test('an activation that fails tells nobody', async () => {
  await subscribe('author');
  const path = await draft();
  expect((await world.call('participant', 'POST', `${path}/activate`)).status).toBe(404);
  const stale = await world.call('orga', 'POST', `${path}/activate`, { headers: { 'if-match': '"7"' } });
  expect(stale.status).toBe(412);
  expect(await states()).toEqual([]);
});

test.each([404, 410])('a device that is gone (%s) is forgotten', async (status) => {
  await subscribe('author');
  await subscribe('participant');
  service.answerWith('author', status);
  await activate(await draft());
  await deliver();
  const left = await world.store.db.selectFrom('push_subscriptions').select('user_id').execute();
  expect(left).toEqual([{ user_id: people.participant.id }]);
  expect(await states()).toEqual(['sent']);
});

test.each([
  [429, { 'retry-after': '600' }, 600],
  [503, { 'retry-after': new Date(Date.UTC(2026, 10, 21, 12, 30)).toUTCString() }, 1_800],
  [500, {}, 30],
])('%s is tried again when the service says, or after a pause', async (status, headers, seconds) => {
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

test('what a day of trying did not deliver is given up', async () => {
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

test('what waited while the server was off for days is not news any more', async () => {
  await subscribe('author');
  await activate(await draft());
  world.clock.time += 2 * times.day;
  await deliver();
  expect(service.delivered).toEqual([]);
  expect(await states()).toEqual(['dropped']);
});

test('a pause longer than a day is not waited for', async () => {
  await subscribe('author');
  service.answerWith('author', 429, { 'retry-after': '90000' });
  await activate(await draft());
  await deliver();
  expect(await states()).toEqual(['dropped']);
});

test.each([400, 401, 403, 413, 301])('%s is final', async (status) => {
  await subscribe('author');
  service.answerWith('author', status);
  await activate(await draft());
  await deliver();
  expect(await states()).toEqual(['dropped']);
});

test('an answer that never came may have been a delivery: it is not sent again', async () => {
  await subscribe('author');
  service.answers.set('author', (request) => void request.socket.destroy());
  await activate(await draft());
  await deliver();
  world.clock.time += times.hour;
  await deliver();
  expect(service.delivered).toHaveLength(1);
  expect(await states()).toEqual(['dropped']);
});

test('a service that cannot be reached has got nothing: it is tried again', async () => {
  const device = service.device('author');
  await subscribe('author', { ...device, subscription: device.subscription.replace(service.origin, 'http://127.0.0.1:1') });
  await activate(await draft());
  await deliver();
  expect(await states()).toEqual(['waiting']);
});

const log = { warn: () => {}, error: (details: object, message: string) => expect.fail(`${message} ${JSON.stringify(details)}`) };
const deliveryWith = (send: SendPush) => new PushDelivery({ store: world.store, clock: world.clock, send, log, random: () => 0 });
const sent: SendOutcome = { kind: 'answered', status: 201, retryAfter: undefined };

test('after a crash what was under way is not sent again, and the rest is', async () => {
  await subscribe('author');
  await subscribe('participant');
  await activate(await draft());
  // The crash: marked as being sent, and nothing more.
  const [underWay] = await claimJobs(world.store.db, { now: world.clock.now(), limit: 1 });
  const delivery = deliveryWith(async () => sent);
  delivery.start();
  await vi.waitFor(async () => expect((await states()).toSorted()).toEqual(['dropped', 'sent']));
  await delivery.stop();
  const [dropped] = await world.store.db.selectFrom('push_jobs').select('id').where('state', '=', 'dropped').execute();
  expect(dropped!.id).toBe(underWay!.id);
});

test('a stop calls off what is under way, and says of each what became of it', async () => {
  await subscribe('author');
  await subscribe('participant');
  await activate(await draft());
  let underWay = 0;
  let delivery: PushDelivery | undefined;
  const begun = new Promise<void>((resolve) => {
    const send: SendPush = (_target, _message, signal) => {
      underWay += 1;
      const first = underWay === 1;
      if (underWay === 2) resolve();
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
  expect(underWay).toBe(2);
});

test('once started it sends what an activation brings, without being asked', async () => {
  await subscribe('author');
  world.app.deps.push.delivery.start();
  await activate(await draft());
  await service.until(1);
  await vi.waitFor(async () => expect(await states()).toEqual(['sent']));
  await activate(await draft());
  await service.until(2);
});

test('a database that is full for a while ends nothing: a minute later it goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await subscribe('author');
  await activate(await draft());
  const failures: string[] = [];
  const delivery = new PushDelivery({
    store: world.store,
    clock: world.clock,
    send: async () => sent,
    log: { ...log, error: (_details, message) => void failures.push(message) },
  });
  const failing = vi.spyOn(world.store.db, 'transaction').mockImplementation(() => {
    throw new Error('full');
  });
  delivery.start();
  await vi.waitUntil(() => failures.length > 0);
  failing.mockRestore();
  await vi.advanceTimersByTimeAsync(times.minute);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await states()).toEqual(['sent']));
  expect(failures).toEqual(['delivering pushes failed']);
  await delivery.stop();
});

test('many devices are each told once', async () => {
  const { db } = world.store;
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
  const told: string[] = [];
  const delivery = deliveryWith(async ({ endpoint }) => {
    told.push(endpoint);
    return sent;
  });
  await Promise.all([delivery.sendDue(), delivery.sendDue()]);
  expect(new Set(told).size).toBe(120);
  expect(told).toHaveLength(120);
});

test('a pause is asked for in seconds or as a date', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  expect(
    ['120', 'Sat, 21 Nov 2026 12:01:00 GMT', 'Sat, 21 Nov 2026 11:00:00 GMT', 'soon', undefined].map((text) => askedPause(text, now)),
  ).toEqual([120_000, 60_000, 0, 0, 0]);
});
