import { afterEach, beforeEach, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { ReactionCounts } from '#contract/resources/reactions.ts';
import { ownPostRowId, type ReactionEmoji } from '#contract/rules/own-rows.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { home, insertRows, people, type PersonName, postOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
let post: ReturnType<typeof postOf>;
beforeEach(async () => {
  world = await openWorld();
  post = postOf('author');
  await insertRows(world.store, world.clock, 'posts', [post]);
});
afterEach(() => world.close());

const react = (who: PersonName, emoji: string, id = post.id) => world.call(who, 'PUT', `/api/post/${id}/reaction`, { body: { emoji } });
const takeBack = (who: PersonName) => world.call(who, 'DELETE', `/api/post/${post.id}/reaction`);
const stored = async (id = post.id) => (await readRow(world.store.reading, 'reactionCounts', id)) as ReactionCounts | null;
const numbers = async (): Promise<Partial<Record<ReactionEmoji, number>> | null> => {
  const row = await stored();
  return row && Object.fromEntries(row.counts.map(({ emoji, count }) => [emoji, count]));
};

test('counts one reaction per person, and another emoji replaces it', async () => {
  expect(await react('participant', '👍')).toMatchObject({
    status: 200,
    body: { id: ownPostRowId(post.id, people.participant.id), emoji: '👍', replaced: null },
  });
  await react('orga', '👍');
  expect(await numbers()).toEqual({ '👍': 2 });
  expect((await react('participant', '🎉')).body).toMatchObject({ emoji: '🎉', replaced: '👍', version: 2 });
  expect(await numbers()).toEqual({ '👍': 1, '🎉': 1 });
  expect((await takeBack('participant')).body).toMatchObject({ emoji: null, replaced: '🎉' });
  expect(await numbers()).toEqual({ '👍': 1 });
  await takeBack('orga');
  expect(await numbers()).toEqual({});
});

test('an author reacts to an own post, and nobody by another emoji', async () => {
  expect((await react('author', '🙏')).status).toBe(200);
  expect((await react('participant', '🐛')).status).toBe(400);
  expect(await numbers()).toEqual({ '🙏': 1 });
});

test('others receive the numbers, and the reaction only its person', async () => {
  const { cursor } = await world.pull('orga');
  await react('participant', '❤️');
  const { changes } = await world.pull('orga', cursor);
  expect(changes).toMatchObject([{ resource: 'reactionCounts', row: { id: post.id, counts: [{ emoji: '❤️', count: 1 }] } }]);
  const own = (await world.pull('participant')).changes.filter(({ resource }) => resource === 'reactions');
  expect(own.map(({ row }) => row)).toMatchObject([{ postId: post.id, emoji: '❤️' }]);
});

test('the numbers of an answer are recognised by their order', async () => {
  const first = (await react('participant', '👍')).body as { order: number };
  const before = (await stored())!;
  expect(before.order).toBeGreaterThanOrEqual(first.order);
  const second = (await react('participant', '😂')).body as { order: number };
  expect(second.order).toBeGreaterThan(before.order);
  expect((await stored())!.order).toBeGreaterThanOrEqual(second.order);
});

test('one batch with many reactions counts each person once', async () => {
  const call = (emoji: string) => ({
    key: uuidv7(),
    lane: `reactions:${post.id}`,
    method: 'PUT',
    path: `/api/post/${post.id}/reaction`,
    body: { emoji },
  });
  await world.call('participant', 'POST', '/api/batch', { body: { calls: ['👍', '😂', '👍', '🎉'].map(call) } });
  await Promise.all([react('orga', '🎉'), react('author', '👍'), react('admin', '👍')]);
  expect(await numbers()).toEqual({ '🎉': 2, '👍': 2 });
});

const reply = async () => {
  const row = postOf('participant', { replyToId: post.id });
  await insertRows(world.store, world.clock, 'posts', [row]);
  await react('orga', '👍', row.id);
  return row;
};

test.each([
  ['its author', () => world.call('author', 'DELETE', `/api/post/${post.id}`)],
  ['a decision about a report', () => removeByReport()],
  [
    'the removal of all rows of its author',
    () => world.call('orga', 'DELETE', `/api/event/${home}/participant/${people.author.id}/content`),
  ],
] as const)('a post removed by %s takes the numbers along, with those of replies', async (_way, remove) => {
  const { id } = await reply();
  await react('participant', '👍');
  const { cursor } = await world.pull('orga');
  expect((await remove()).status).toBeLessThan(300);
  expect([await stored(), await stored(id)]).toEqual([null, null]);
  const { changes } = await world.pull('orga', cursor);
  const gone = changes.filter(({ resource, row }) => resource === 'reactionCounts' && row === null).map((change) => change.id);
  expect(gone).toEqual(expect.arrayContaining([post.id, id]));
  expect((await react('participant', '🎉')).status).toBe(404);
  expect(await stored()).toBeNull();
});

async function removeByReport() {
  const seen = { authorId: people.author.id, title: '', text: post.content, startDate: null, picture: null };
  const report = { event: home, resource: 'posts', rowId: post.id, reason: 'spam', seen };
  const { body } = await world.call('participant', 'POST', '/api/report', { body: report });
  return world.call('orga', 'POST', `/api/report/${(body as { id: string }).id}/remove`);
}

test('an erased person and the removed rows of a person no longer count', async () => {
  await react('participant', '👍');
  await react('author', '👍');
  await react('orga', '👍');
  const { cursor } = await world.pull('orga');
  await world.call('orga', 'DELETE', `/api/event/${home}/participant/${people.participant.id}/content`);
  expect(await numbers()).toEqual({ '👍': 2 });
  const erase = { shared: 'anonymise', name: 'author@camp.example' };
  const { body } = await world.call('admin', 'GET', `/api/admin/users/${people.author.id}`);
  const name = (body as { name: string }).name || erase.name;
  expect((await world.call('admin', 'POST', `/api/admin/users/${people.author.id}/erase`, { body: { ...erase, name } })).status).toBe(200);
  expect(await numbers()).toEqual({ '👍': 1 });
  const last = (await world.pull('orga', cursor)).changes.filter(({ resource }) => resource === 'reactionCounts');
  expect(last).toMatchObject([{ row: { counts: [{ emoji: '👍', count: 1 }] } }]);
});

test('a reaction stays when its person leaves the event', async () => {
  await react('participant', '👍');
  expect((await world.call('participant', 'POST', `/api/event/${home}/leave`, { body: { sure: true } })).status).toBe(200);
  expect(await numbers()).toEqual({ '👍': 1 });
});
