import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { ownPostRowId } from '#contract/rules/own-rows.ts';
import { mentionOf } from '#contract/rules/mentions.ts';
import { home, insertRows, people, type PersonName, postOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const follow = (who: PersonName, postId: string, state: unknown) =>
  world.call(who, 'PUT', `/api/post/${postId}/follow`, { body: { state } });

async function givenThread(): Promise<string> {
  const thread = postOf('author');
  await insertRows(world.store, world.clock, 'posts', [thread]);
  return thread.id;
}

test('a choice for a thread is private and moves no cursor of others', async () => {
  const thread = await givenThread();
  const others = ['author', 'orga', 'admin', 'stranger'] as const;
  const before = new Map<PersonName, string>();
  for (const who of others) before.set(who, (await world.pull(who)).cursor);
  const { cursor } = await world.pull('participant');
  const id = ownPostRowId(thread, people.participant.id);
  expect(await follow('participant', thread, 'followed')).toMatchObject({ status: 200, body: { id, state: 'followed', version: 1 } });
  expect(await follow('participant', thread, 'muted')).toMatchObject({ status: 200, body: { id, state: 'muted', version: 2 } });
  expect((await world.pull('participant', cursor)).changes).toMatchObject([{ resource: 'threadFollows', id, row: { postId: thread } }]);
  for (const who of others) expect(await world.pull(who, before.get(who))).toMatchObject({ cursor: before.get(who), changes: [] });
});

test.each([null, 'loud', undefined])('the choice %j is rejected', async (state) => {
  expect(await follow('participant', await givenThread(), state)).toMatchObject({ status: 400, body: { error: 'invalid' } });
});

test('a deleted thread takes no choice', async () => {
  const thread = await givenThread();
  await world.call('author', 'DELETE', `/api/post/${thread}`);
  expect(await follow('participant', thread, 'muted')).toMatchObject({ status: 404, body: { error: 'not_found' } });
});

test('a post mentions at most ten people, each of them any number of times', async () => {
  const mentions = (count: number) => Array.from({ length: count }, (_, index) => mentionOf(index + 1)).join(' ');
  const post = (content: string) => world.call('author', 'POST', '/api/post', { body: { content, event: home } });
  expect(await post(`${mentions(limits.mentions)} ${mentions(limits.mentions)}`)).toMatchObject({ status: 201 });
  expect(await post(mentions(limits.mentions + 1))).toMatchObject({ status: 422, body: { error: 'too_many_mentions' } });
});

test('a download has the choices of its person', async () => {
  const thread = await givenThread();
  await follow('participant', thread, 'muted');
  const { text } = await world.call('participant', 'GET', '/api/users/me/data');
  expect(JSON.parse(text)).toMatchObject({ thread_follows: [{ post_id: thread, state: 'muted' }] });
});
