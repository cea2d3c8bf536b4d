import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { away, home, people, type PersonName } from '#tests/fixtures/camp.ts';
import { samplePicture } from '#tests/conformance/samples.ts';
import type { LocalPushService } from '#tests/fixtures/messages/push-service.ts';
import { claimJobs } from '../store/push/push-jobs.ts';
import { settleJobs } from '../store/push/push-results.ts';
import { closePushWorld, openPushWorld } from '#tests/fixtures/messages/push-world.ts';
import type { World } from '#tests/fixtures/world.ts';
import { sqlOf } from '../store/core/handles.ts';
import { nextDueAt } from './delivery.ts';
import { queueDueNews } from './news.ts';

let world: World;
let service: LocalPushService;
beforeEach(async () => void ({ world, service } = await openPushWorld()));
afterEach(() => closePushWorld({ world, service }));

async function subscribe(who: PersonName, language: 'en' | 'de' = 'en'): Promise<void> {
  const body = { subscription: service.device(who).subscription, language };
  expect((await world.call(who, 'POST', '/api/notification', { body })).status).toBe(200);
}

async function post(who: PersonName, content: string): Promise<string> {
  const { status, body } = await world.call(who, 'POST', '/api/post', { body: { content, event: home } });
  expect(status).toBe(201);
  return body.id as string;
}

/** Posts of several people, sent at once and written in one transaction. */
const postAtOnce = (...posts: [PersonName, string][]) => Promise.all(posts.map(([who, content]) => post(who, content)));

async function deliverAfter(wait: number): Promise<void> {
  world.clock.time += wait;
  await world.app.deps.push.delivery.sendDue();
}

const claim = () =>
  world.store.write([], async (trx) => {
    await queueDueNews(trx, '', world.clock.now());
    return claimJobs(trx, { now: world.clock.now(), lease: times.minute, limit: 25 });
  });

const arrived = () =>
  service.delivered
    .splice(0)
    .map(({ device, payload }) => [device, payload.notification.title, payload.notification.body] as string[])
    .toSorted((one, other) => String(one).localeCompare(String(other)));

const gathered = 20 * times.second;

test('a post is pushed to the other members of its event in their languages, not to its author', async () => {
  await subscribe('author');
  await subscribe('participant', 'de');
  await subscribe('orga');
  await subscribe('stranger');
  await post('author', 'Wer kommt\n mit an den See?');
  await deliverAfter(gathered - 1);
  expect(arrived()).toEqual([]);
  await deliverAfter(1);
  expect(arrived()).toEqual([
    ['orga', 'author in the chat', 'Wer kommt mit an den See?'],
    ['participant', 'author im Chat', 'Wer kommt mit an den See?'],
  ]);
});

test('a push of a post is declarative and links to the chat', async () => {
  await subscribe('participant', 'de');
  await post('author', 'Hallo');
  await deliverAfter(gathered);
  expect(service.delivered[0]!.payload).toEqual({
    web_push: 8030,
    notification: { title: 'author im Chat', body: 'Hallo', navigate: '/#/chat', lang: 'de', tag: `posts-${home}` },
  });
  expect(service.delivered[0]!.headers['topic']).toBe(`posts${home}`);
});

test('many posts at once become one push with their number, without each reader’s own', async () => {
  for (const who of ['author', 'participant', 'orga'] as const) await subscribe(who);
  await postAtOnce(['author', 'eins'], ['author', 'zwei'], ['participant', 'drei']);
  await post('author', 'vier');
  await deliverAfter(gathered);
  expect(arrived()).toEqual([
    ['author', 'participant in the chat', 'drei'],
    ['orga', '4 new posts in the chat', 'Open the app to read them.'],
    ['participant', '3 new posts in the chat', 'Open the app to read them.'],
  ]);
});

test('a device receives a push of the chat at most every five minutes', async () => {
  await subscribe('participant');
  await post('author', 'eins');
  await deliverAfter(gathered);
  expect(arrived()).toEqual([['participant', 'author in the chat', 'eins']]);
  await post('author', 'zwei');
  await deliverAfter(4 * times.minute);
  await post('author', 'drei');
  await deliverAfter(gathered);
  expect(arrived()).toEqual([]);
  await deliverAfter(times.minute);
  expect(arrived()).toEqual([['participant', '2 new posts in the chat', 'Open the app to read them.']]);
});

test('a user who turned a topic off receives only the other topics', async () => {
  await subscribe('participant');
  await world.call('participant', 'POST', '/api/notification', { body: { chats: false } });
  await post('author', 'Hallo');
  const photo = { url: samplePicture, description: 'Der See am Morgen', event: home };
  expect((await world.call('author', 'POST', '/api/photo', { body: photo })).status).toBe(201);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([['participant', 'New photo by author', 'Der See am Morgen']]);
  await world.call('participant', 'POST', '/api/notification', { body: { pictures: false } });
  await world.call('author', 'POST', '/api/photo', { body: photo });
  await deliverAfter(times.hour / 2);
  expect(arrived()).toEqual([]);
});

test('a meetup is pushed to users who want meetups, unless it was cancelled', async () => {
  for (const who of ['author', 'participant', 'orga'] as const) await subscribe(who, who === 'participant' ? 'de' : 'en');
  await world.call('orga', 'POST', '/api/notification', { body: { meetups: false } });
  const call = (title: string) =>
    world.call('author', 'POST', '/api/meetup', {
      body: { event: home, title, description: 'Am Steg', startDate: '2026-11-21T20:00:00.000Z' },
    });
  const { body } = await call('Abgesagt');
  await world.call('author', 'DELETE', `/api/meetup/${body.id}`);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([]);
  await call('Nachtschwimmen');
  await deliverAfter(gathered);
  const [{ payload } = { payload: null }] = service.delivered;
  expect(payload?.notification.navigate).toBe('/#/meetups');
  expect(arrived()).toEqual([['participant', 'Neues Treffen von author', 'Nachtschwimmen: Am Steg']]);
});

test('a post deleted before the push is neither pushed nor counted, and a pending number stays', async () => {
  await subscribe('participant');
  const id = await post('author', 'Vertippt');
  expect((await world.call('author', 'DELETE', `/api/post/${id}`)).status).toBe(204);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([]);
  const [, second] = [await post('author', 'eins'), await post('author', 'zwei')];
  await world.call('author', 'DELETE', `/api/post/${second}`);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([['participant', 'author in the chat', 'eins']]);
  const [, fourth] = [await post('author', 'drei'), await post('author', 'vier')];
  await deliverAfter(gathered);
  await world.call('author', 'DELETE', `/api/post/${fourth}`);
  await deliverAfter(times.hour / 2);
  expect(arrived()).toEqual([['participant', '2 new posts in the chat', 'Open the app to read them.']]);
});

test('a post stores its news once, and a crash before the jobs are created neither loses nor doubles pushes', async () => {
  for (const who of ['participant', 'orga', 'author'] as const) await subscribe(who);
  await post('author', 'Hallo');
  const rows = (table: 'push_news' | 'push_jobs') => sqlOf(world.store.reading).selectFrom(table).selectAll().execute();
  expect([await rows('push_news'), await rows('push_jobs')]).toMatchObject([[{ author_id: people.author.id }], []]);
  world.clock.time += gathered;
  const crash = world.store.write([], async (trx) => {
    await queueDueNews(trx, '', world.clock.now());
    throw new Error('crash');
  });
  await expect(crash).rejects.toThrow('crash');
  await deliverAfter(0);
  await deliverAfter(times.hour);
  expect(arrived()).toEqual([
    ['orga', 'author in the chat', 'Hallo'],
    ['participant', 'author in the chat', 'Hallo'],
  ]);
  expect(await rows('push_news')).toEqual([]);
});

test('news of a module that was turned off are not pushed', async () => {
  await subscribe('participant');
  await post('author', 'Hallo');
  await sqlOf(world.store.reading).updateTable('event_modules').set({ is_active: 0 }).where('event_id', '=', home).execute();
  await deliverAfter(gathered);
  expect(arrived()).toEqual([]);
});

test('a repeated command pushes nothing twice', async () => {
  await subscribe('participant');
  const headers = { 'idempotency-key': uuidv7() };
  const body = { content: 'Hallo', event: home };
  for (let twice = 0; twice < 2; twice += 1) await world.call('author', 'POST', '/api/post', { body, headers });
  await deliverAfter(gathered);
  expect(arrived()).toEqual([['participant', 'author in the chat', 'Hallo']]);
});

test('an author without a name is not named in the push', async () => {
  await subscribe('participant');
  await sqlOf(world.store.reading).updateTable('users').set({ name: '' }).where('id', '=', people.author.id).execute();
  await post('author', 'Hallo');
  await deliverAfter(gathered);
  expect(arrived()).toEqual([['participant', 'New in the chat', 'Hallo']]);
});

test('settings are checked when a push is sent and at every retry', async () => {
  for (const who of ['participant', 'orga'] as const) await subscribe(who);
  const turn = (who: PersonName, chats: boolean) => world.call(who, 'POST', '/api/notification', { body: { chats } });
  service.answerWith('orga', 503);
  await post('author', 'eins');
  await turn('participant', false);
  await deliverAfter(gathered);
  expect(arrived().map(([device]) => device)).toEqual(['orga']);
  expect(await nextDueAt(world.store.reading, world.clock.now())).toBeGreaterThan(world.clock.now());
  service.answers.clear();
  await turn('orga', false);
  await deliverAfter(times.hour / 2);
  expect(arrived()).toEqual([]);
  expect(await nextDueAt(world.store.reading, world.clock.now())).toBeNull();
  await turn('participant', true);
  await post('author', 'zwei');
  await turn('participant', false);
  await turn('participant', true);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([['participant', 'author in the chat', 'zwei']]);
});

test('the language of a device is read when the push is sent', async () => {
  await subscribe('participant', 'en');
  await subscribe('orga', 'de');
  await post('author', 'eins');
  await subscribe('participant', 'de');
  await deliverAfter(gathered);
  expect(arrived()).toEqual([
    ['orga', 'author im Chat', 'eins'],
    ['participant', 'author im Chat', 'eins'],
  ]);
  await post('author', 'zwei');
  await subscribe('participant', 'en');
  await post('author', '{{count}}');
  await deliverAfter(5 * times.minute);
  expect(arrived()).toEqual([
    ['orga', '2 neue Beiträge im Chat', 'Öffne die App, um sie zu lesen.'],
    ['participant', '2 new posts in the chat', 'Open the app to read them.'],
  ]);
});

test('only users whose active event it is at the time of sending receive the push', async () => {
  const goTo = async (event: number) => expect((await world.call('participant', 'POST', `/api/event/${event}/switch`)).status).toBe(200);
  await sqlOf(world.store.reading)
    .insertInto('memberships')
    .values({ user_id: people.participant.id, event_id: away, role: 'participant', version: 1 })
    .execute();
  await subscribe('participant');
  await goTo(away);
  await post('author', 'eins');
  await deliverAfter(gathered);
  await goTo(home);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([]);
  await post('author', 'zwei');
  await goTo(away);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([]);
  expect(await nextDueAt(world.store.reading, world.clock.now())).toBeNull();
  await goTo(home);
  await post('author', 'drei');
  await deliverAfter(5 * times.minute);
  expect(arrived()).toEqual([['participant', 'author in the chat', 'drei']]);
});

test('a rejected push is combined with later news and retried when the service asks', async () => {
  await subscribe('participant');
  await post('author', 'eins');
  world.clock.time += gathered;
  const [job] = await claim();
  await post('author', 'zwei');
  const retryAt = world.clock.now() + 10 * times.minute;
  await world.store.write([], (trx) => settleJobs(trx, [{ job: job!, result: { retryAt }, isAnswered: true }]));
  await post('author', 'drei');
  await deliverAfter(10 * times.minute - 1);
  expect(arrived()).toEqual([]);
  await deliverAfter(1);
  expect(arrived()).toEqual([['participant', '3 new posts in the chat', 'Open the app to read them.']]);
});

test('a post deleted during a push is not pushed at the next try', async () => {
  await subscribe('participant');
  const id = await post('author', 'Vertippt');
  world.clock.time += gathered;
  const [job] = await claim();
  await world.call('author', 'DELETE', `/api/post/${id}`);
  await world.store.write([], (trx) => settleJobs(trx, [{ job: job!, result: { retryAt: world.clock.now() + 1 }, isAnswered: true }]));
  await deliverAfter(1);
  expect(arrived()).toEqual([]);
});

test('a user who hides the author receives nothing of theirs, alone or combined, until they show them again', async () => {
  for (const who of ['participant', 'orga'] as const) await subscribe(who);
  const setHidden = (what: 'hide' | 'show') =>
    world.call('participant', 'POST', `/api/users/${people.participant.id}/${what}`, { body: { userId: people.author.id } });
  expect((await setHidden('hide')).status).toBe(200);
  await postAtOnce(['author', 'eins'], ['orga', 'zwei'], ['author', 'drei']);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([
    ['orga', '2 new posts in the chat', 'Open the app to read them.'],
    ['participant', 'orga in the chat', 'zwei'],
  ]);
  await setHidden('show');
  await post('author', 'vier');
  // Hidden while the push is pending.
  await setHidden('hide');
  await deliverAfter(times.hour / 2);
  expect(arrived()).toEqual([['orga', 'author in the chat', 'vier']]);
  await setHidden('show');
  await post('author', 'fünf');
  await deliverAfter(times.hour / 2);
  expect(arrived()).toEqual([
    ['orga', 'author in the chat', 'fünf'],
    ['participant', 'author in the chat', 'fünf'],
  ]);
});
