import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FollowState } from '#contract/resources/thread-follows.ts';
import { mentionOf } from '#contract/rules/mentions.ts';
import { times } from '#contract/times.ts';
import { home, people, type PersonName } from '#tests/fixtures/camp.ts';
import type { LocalPushService } from '#tests/fixtures/messages/push-service.ts';
import { closePushWorld, openPushWorld } from '#tests/fixtures/messages/push-world.ts';
import type { World } from '#tests/fixtures/world.ts';

let world: World;
let service: LocalPushService;
beforeEach(async () => void ({ world, service } = await openPushWorld()));
afterEach(() => closePushWorld({ world, service }));

async function subscribe(who: PersonName, language: 'en' | 'de' = 'en'): Promise<void> {
  const body = { subscription: service.device(who).subscription, language };
  expect((await world.call(who, 'POST', '/api/notification', { body })).status).toBe(200);
}

const save = (who: PersonName, settings: object) => world.call(who, 'POST', '/api/notification', { body: settings });

async function post(who: PersonName, content: string, replyToId: string | null = null): Promise<string> {
  const { status, body } = await world.call(who, 'POST', '/api/post', { body: { content, replyToId, event: home } });
  expect(status).toBe(201);
  return body.id as string;
}

async function follow(who: PersonName, thread: string, state: FollowState): Promise<void> {
  expect((await world.call(who, 'PUT', `/api/post/${thread}/follow`, { body: { state } })).status).toBe(200);
}

async function deliverAfter(wait: number): Promise<void> {
  world.clock.time += wait;
  await world.app.deps.push.delivery.sendDue();
}

const arrived = () =>
  service.delivered
    .splice(0)
    .map(({ device, payload }) => [device, payload.notification.title, payload.notification.body] as string[])
    .toSorted((one, other) => String(one).localeCompare(String(other)));

const gathered = 20 * times.second;
const mention = (who: PersonName): string => mentionOf(people[who].id);

/** Creates a thread, and waits until its pushes have left and others may follow. */
async function givenThread(who: PersonName): Promise<string> {
  const id = await post(who, 'Thread');
  await deliverAfter(gathered);
  world.clock.time += 10 * times.minute;
  arrived();
  return id;
}

test('a mentioned member who turned the chat off receives the mention with names, and others the post', async () => {
  for (const who of ['author', 'participant', 'orga'] as const) await subscribe(who, who === 'participant' ? 'de' : 'en');
  await save('participant', { chats: false });
  const id = await post('author', `Hi ${mention('participant')}, ask ${mentionOf(4711)}`);
  await deliverAfter(gathered);
  const [one] = service.delivered.filter(({ device }) => device === 'participant');
  expect(one!.payload.notification).toMatchObject({ navigate: `/#/chat/thread/${id}`, tag: `mentions-${home}` });
  expect(arrived()).toEqual([
    ['orga', 'author in the chat', 'Hi @participant, ask @Former participant'],
    ['participant', 'author hat dich erwähnt', 'Hi @participant, ask @Nicht mehr dabei'],
  ]);
});

test('a mentioned member with the chat on receives one push of the post, and another one of other posts', async () => {
  await subscribe('participant');
  await post('author', `Hi ${mention('participant')}`);
  await deliverAfter(gathered);
  await deliverAfter(10 * times.minute);
  expect(arrived()).toEqual([['participant', 'author mentioned you', 'Hi @participant']]);
  await post('author', 'one');
  await post('author', `${mention('participant')} two`);
  await post('author', `${mention('participant')} three`);
  await deliverAfter(gathered);
  await deliverAfter(times.hour);
  expect(arrived()).toEqual([
    ['participant', 'author in the chat', 'one'],
    ['participant', 'You were mentioned 2 times', 'Open the app to read them.'],
  ]);
});

test('a member who turned mentions off receives the post as any other', async () => {
  await subscribe('participant');
  await subscribe('orga');
  await save('participant', { mentions: false });
  await save('orga', { mentions: false, chats: false });
  await post('author', `${mention('participant')} ${mention('orga')}`);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([['participant', 'author in the chat', '@participant @orga']]);
});

test('a mention is pushed neither to its author, nor to outsiders, nor to those who hide the author', async () => {
  for (const who of ['author', 'participant', 'outsider', 'stranger'] as const) await subscribe(who);
  await world.call('participant', 'POST', `/api/users/${people.participant.id}/hide`, { body: { userId: people.author.id } });
  await post('author', (['author', 'participant', 'outsider', 'stranger'] as const).map(mention).join(' '));
  await deliverAfter(gathered);
  expect(arrived()).toEqual([]);
});

test('a mention waits for the end of the quiet hours, and is dropped if mentions are off by then', async () => {
  for (const who of ['participant', 'orga'] as const) {
    await subscribe(who);
    await save(who, { quietFrom: 0, quietTo: 23 * 60 + 59 });
  }
  await post('author', `${mention('participant')} ${mention('orga')}`);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([]);
  await save('orga', { mentions: false });
  await save('participant', { quietFrom: null, quietTo: null });
  await deliverAfter(times.day - times.minute);
  expect(arrived()).toEqual([['participant', 'author mentioned you', '@participant @orga']]);
});

test('a follower who turned the chat off receives each reply of the thread, and no other posts', async () => {
  await subscribe('participant');
  await save('participant', { chats: false });
  const thread = await givenThread('author');
  await follow('participant', thread, 'followed');
  await post('author', 'another thread');
  await post('orga', 'yes', thread);
  await deliverAfter(gathered);
  expect(service.delivered[0]!.payload.notification.navigate).toBe(`/#/chat/thread/${thread}`);
  expect(arrived()).toEqual([['participant', 'orga in the chat', 'yes']]);
  world.clock.time += 10 * times.minute;
  await follow('participant', thread, 'usual');
  await post('orga', 'more', thread);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([]);
});

test('a muted thread pushes no replies, except mentions, until it is shown again', async () => {
  await subscribe('participant');
  const thread = await givenThread('participant');
  await follow('participant', thread, 'muted');
  await post('orga', 'yes', thread);
  await post('orga', `${mention('participant')}?`, thread);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([['participant', 'orga mentioned you', '@participant?']]);
  await follow('participant', thread, 'usual');
  await post('orga', 'again', thread);
  await deliverAfter(gathered);
  expect(arrived()).toEqual([['participant', 'orga in the chat', 'again']]);
});

test('a reply that waits for its push is dropped if the thread is muted, or not followed any more, by then', async () => {
  const thread = await givenThread('author');
  for (const who of ['participant', 'orga'] as const) {
    await subscribe(who);
    await save(who, { quietFrom: 0, quietTo: 23 * 60 + 59, chats: who === 'participant' });
  }
  await follow('orga', thread, 'followed');
  await post('author', 'yes', thread);
  await deliverAfter(gathered);
  await follow('participant', thread, 'muted');
  await follow('orga', thread, 'usual');
  for (const who of ['participant', 'orga'] as const) await save(who, { quietFrom: null, quietTo: null });
  await deliverAfter(times.day - times.minute);
  expect(arrived()).toEqual([]);
});
