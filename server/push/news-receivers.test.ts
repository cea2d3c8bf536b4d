import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { announcer } from '#tests/fixtures/messages/announcer.ts';
import { away, home, people, type PersonName } from '#tests/fixtures/camp.ts';
import { type LocalPushService, vapidClaims } from '#tests/fixtures/messages/push-service.ts';
import { closePushWorld, openPushWorld } from '#tests/fixtures/messages/push-world.ts';
import type { World } from '#tests/fixtures/world.ts';
import { nextJobAt } from '../store/push/push-jobs.ts';
import { sqlOf } from '../store/core/handles.ts';

let world: World;
let service: LocalPushService;
beforeEach(async () => void ({ world, service } = await openPushWorld()));
afterEach(() => closePushWorld({ world, service }));

const { subscribe, draft, activate, deliver, arrived, states } = announcer(() => ({ world, service }));

test('an announcement is pushed to devices of users in the event who want it, except its sender’s', async () => {
  for (const who of ['orga', 'author', 'participant', 'stranger', 'admin'] as const) await subscribe(who);
  await activate(await draft());
  await deliver();
  expect(arrived()).toEqual(['author', 'participant']);
  expect(await states()).toEqual(['sent', 'sent']);
});

test('a push is encrypted for the device, signed by the server, urgent and valid for a day', async () => {
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

test('each device receives the push in its own language', async () => {
  await subscribe('author', service.device('phone'), 'de');
  await subscribe('participant', service.device('tablet'), 'en');
  await activate(await draft({ title: 'Gewitter' }));
  await deliver();
  const titles = Object.fromEntries(service.delivered.map(({ device, payload }) => [device, payload.notification.title as string]));
  expect(titles).toEqual({ phone: 'Ankündigung: Gewitter', tablet: 'Announcement: Gewitter' });
});

test('a device without a language uses that of its request', async () => {
  const body = { subscription: service.device('phone').subscription };
  await world.call('author', 'POST', '/api/notification', { body, headers: { 'accept-language': 'de-AT,de;q=0.9' } });
  await activate(await draft());
  await deliver();
  expect(service.delivered[0]!.payload.notification.lang).toBe('de');
});

test('a user who turned announcements off receives none until they turn them on again', async () => {
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

test('a user who turns announcements off before a retry does not receive it', async () => {
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
  expect(await nextJobAt(world.store.reading)).toBeNull();
});

test('unwanted jobs beyond one batch do not block the others', async () => {
  await subscribe('author');
  await activate(await draft());
  const db = sqlOf(world.store.reading);
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
  expect(await nextJobAt(world.store.reading)).toBeNull();
});

test('a user whose active event changes before the push is sent does not receive it', async () => {
  const db = sqlOf(world.store.reading);
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

test('a device that changes its language before a retry receives it in the new one', async () => {
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

test('a device registered after an announcement does not receive it', async () => {
  await subscribe('author');
  const path = await draft();
  await activate(path);
  await subscribe('participant');
  await world.call('orga', 'POST', `${path}/deactivate`);
  await activate(path);
  await deliver();
  expect(arrived()).toEqual(['author']);
});
