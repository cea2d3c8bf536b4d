import { afterEach, beforeEach, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { WindowAnswer } from '#contract/endpoints/windows.ts';
import { limits } from '#contract/limits.ts';
import type { Photo } from '#contract/resources/photos.ts';
import type { Post } from '#contract/resources/posts.ts';
import { mentionOf } from '#contract/rules/mentions.ts';
import { pageRows, openFloor, windowSizes } from '#contract/rules/windows.ts';
import { scopeOf } from '#contract/scope.ts';
import { times } from '#contract/times.ts';
import { epochOf } from '#server/services/feed/cursor.ts';
import { chunksOf } from '#server/store/core/chunks.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { readCounters } from '#server/store/feed/changes.ts';
import { readEpoch } from '#server/store/store.ts';
import { away, callerOf, home, insertRows, people, type PersonName, photoOf, postOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

const sizes = structuredClone(windowSizes);
const { orga, author, participant } = people;

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await sqlOf(world.store.reading).deleteFrom('posts').where('event_id', '=', home).execute();
});
afterEach(async () => {
  Object.assign(windowSizes, { ...sizes, posts: Object.assign(windowSizes.posts, sizes.posts) });
  await world.close();
});

const read = (who: PersonName, path: string, query: Record<string, string | number>, event = home) =>
  world.call(who, 'GET', `/api/event/${event}/window/${path}?${new URLSearchParams(query as Record<string, string>).toString()}`);

const answer = async (
  who: PersonName,
  path: string,
  query: Record<string, string | number>,
): Promise<WindowAnswer & { next: number | null }> => {
  const { status, body } = await read(who, path, query);
  expect(status).toBe(200);
  return body as WindowAnswer & { next: number | null };
};

const idsIn = (changes: WindowAnswer['changes'], resource = 'posts') =>
  changes.filter((change) => change.resource === resource).map(({ id }) => String(id));

const namesIn = (changes: WindowAnswer['changes']) => changes.map(({ row }) => row?.['name']);

/** Adds posts with the orders 1001, 1002, … */
async function addPosts(...added: Partial<Post>[]): Promise<Post[]> {
  const rows = added.map((own, index) => postOf('author', { order: 1_001 + index, ...own }));
  for (const chunk of chunksOf(rows)) await insertRows(world.store, world.clock, 'posts', chunk);
  return rows;
}

const idOf = ({ id }: { readonly id: string }): string => id;
const memberId = (userId: number) => `${home}-${userId}`;

async function addMembers(names: readonly string[]): Promise<number[]> {
  const fields = { image: null, role: 'user' as const, password_hash: '!', email_verified: 1 as const, version: 1, created_at: 0 };
  const users = names.map((name, index) => ({ ...fields, id: 500 + index, name, email: `member${index}@camp.example` }));
  await sqlOf(world.store.reading).insertInto('users').values(users).execute();
  const memberships = users.map(({ id }) => ({ user_id: id, event_id: home, role: 'participant' as const, version: 1 }));
  await sqlOf(world.store.reading).insertInto('memberships').values(memberships).execute();
  return users.map(({ id }) => id);
}

test('a page of threads has their newest replies, and with them the people and numbers that they name', async () => {
  Object.assign(windowSizes.posts, { each: 2 });
  const threads = await addPosts(...Array.from({ length: limits.pageSize + 1 }, () => ({})));
  const [oldest, second] = threads as [Post, Post];
  const replies = [1, 2, 3].map((index) =>
    postOf('participant', { order: 2_000 + index, replyToId: second.id, content: `Hi ${mentionOf(orga.id)}` }),
  );
  await insertRows(world.store, world.clock, 'posts', replies);
  await world.call('author', 'PUT', `/api/post/${replies[2]!.id}/reaction`, { body: { emoji: '🎉' } });
  const first = await answer('author', 'older', { list: 'posts' });
  expect(idsIn(first.changes)).toEqual([...threads.slice(1).toReversed().map(idOf), replies[2]!.id, replies[1]!.id]);
  expect(idsIn(first.with, 'participants').toSorted()).toEqual([orga, author, participant].map(({ id }) => memberId(id)).toSorted());
  expect(idsIn(first.with, 'reactionCounts')).toEqual([replies[2]!.id]);
  expect(first.window.floors[`posts/${second.id}`]).toBe(2_002);
  expect(first.window.floors[`posts/${threads[5]!.id}`]).toBe(0);
  const next = await answer('author', 'older', { list: 'posts', page: 2 });
  expect(idsIn(next.changes)).toEqual([oldest.id]);
  expect(await answer('author', 'older', { list: 'posts', below: 1_002 })).toMatchObject({ changes: next.changes, with: next.with });
  expect((await answer('author', 'older', { list: 'posts', page: 3 })).changes).toEqual([]);
  expect((await answer('author', 'older', { list: 'posts', page: 999_999_999_999 })).changes).toEqual([]);
});

test('a page of photos has as many rows as its screen shows', async () => {
  const photos = Array.from({ length: pageRows['photos']! + 1 }, (_, index) => photoOf('author', { order: 1_001 + index }));
  await insertRows(world.store, world.clock, 'photos', photos);
  const newest = await answer('author', 'older', { list: 'photos' });
  expect(idsIn(newest.changes, 'photos')).toEqual(photos.slice(1).toReversed().map(idOf));
  const next = await answer('author', 'older', { list: 'photos', page: 2 });
  expect(idsIn(next.changes, 'photos')[0]).toBe(photos[0]!.id);
});

test('older replies come with their thread and lower its floor to the end', async () => {
  Object.assign(windowSizes.posts, { each: 2 });
  const [thread] = (await addPosts({})) as [Post];
  const replies = [1, 2, 3].map((index) => postOf('participant', { order: 2_000 + index, replyToId: thread.id }));
  await insertRows(world.store, world.clock, 'posts', replies);
  const list = `posts/${thread.id}`;
  const newest = await answer('author', 'older', { list });
  expect(idsIn(newest.changes)).toEqual([replies[2]!.id, replies[1]!.id]);
  expect(newest.window.floors).toEqual({ [list]: 2_002 });
  expect(idsIn(newest.with)).toEqual([thread.id]);
  const older = await answer('author', 'older', { list, below: 2_002 });
  expect(idsIn(older.changes)).toEqual([replies[0]!.id]);
  expect(older.window.floors).toEqual({ [list]: 0 });
});

test('an answer has the epoch, number and counts of its snapshot', async () => {
  const [post] = (await addPosts({}, {})) as [Post];
  const counter = async () => (await readCounters(world.store.reading, [scopeOf.event(home)])).get(scopeOf.event(home))!.number;
  const { window } = await answer('author', 'rows', { resource: 'posts', ids: post.id });
  expect(window).toMatchObject({
    scope: scopeOf.event(home),
    epoch: epochOf(await readEpoch(world.store.reading)),
    number: await counter(),
    counts: { participants: 3, posts: 2 },
    at: world.clock.now(),
  });
  await world.call('author', 'DELETE', `/api/post/${post.id}`);
  expect(await counter()).toBeGreaterThan(window.number);
  expect((await answer('author', 'rows', { resource: 'posts', ids: post.id })).changes).toEqual([]);
});

test('a post by id comes with its thread, and a cut thread with the own post', async () => {
  Object.assign(windowSizes.posts, { each: 1 });
  const [thread] = (await addPosts({})) as [Post];
  const [own, asked, other, newest] = ['participant', 'author', 'orga', 'orga'].map((who, index) =>
    postOf(who as PersonName, { order: 2_001 + index, replyToId: thread.id }),
  ) as [Post, Post, Post, Post];
  await insertRows(world.store, world.clock, 'posts', [own, asked, other, newest]);
  const found = await answer('participant', 'rows', { resource: 'posts', ids: [asked.id, uuidv7()].join() });
  expect(idsIn(found.changes).toSorted()).toEqual([thread, own, asked, newest].map(idOf).toSorted());
  expect(found.window.floors).toEqual({ [`posts/${thread.id}`]: 2_004 });
  const followed = await answer('orga', 'rows', { resource: 'posts', ids: thread.id });
  expect(idsIn(followed.changes).toSorted()).toEqual([thread, newest].map(idOf).toSorted());
});

test('rows of another event and removed rows are left out', async () => {
  const [there, photo] = [postOf('stranger', { eventId: away }), photoOf('author')];
  await insertRows(world.store, world.clock, 'posts', [there]);
  await insertRows(world.store, world.clock, 'photos', [photo]);
  expect(await answer('author', 'rows', { resource: 'posts', ids: there.id })).toMatchObject({ changes: [], with: [] });
  expect((await answer('author', 'older', { list: `posts/${there.id}` })).with).toEqual([]);
  const members = [author.id, people.stranger.id].map(memberId);
  expect(idsIn((await answer('author', 'rows', { resource: 'participants', ids: members.join() })).changes, 'participants')).toEqual([
    memberId(author.id),
  ]);
  const shown = await answer('orga', 'rows', { resource: 'photos', ids: photo.id });
  expect(shown).toMatchObject({ changes: [{ row: photo }], with: [{ row: { userId: author.id } }] });
});

test('people are a page by name', async () => {
  await addMembers(Array.from({ length: limits.participantsPageSize }, (_, index) => `Zelt ${String(index).padStart(2, '0')}`));
  const names = async (page: number) => namesIn((await answer('author', 'older', { list: 'participants', page })).changes);
  expect((await names(1)).slice(0, 4)).toEqual(['author', 'orga', 'participant', 'Zelt 00']);
  expect(await names(2)).toEqual(['Zelt 22', 'Zelt 23', 'Zelt 24']);
  expect(await names(0)).toEqual(await names(1));
});

test('the order of the people of a big event is a minute old, and never shows a person who has left', async () => {
  Object.assign(windowSizes, { bigMembers: 3 });
  const [leaver] = (await addMembers(['Aaron'])) as [number];
  const names = async (list = 'participants') => namesIn((await answer('author', 'older', { list })).changes);
  expect(await names()).toEqual(['Aaron', 'author', 'orga', 'participant']);
  await sqlOf(world.store.reading).deleteFrom('memberships').where('user_id', '=', leaver).execute();
  await sqlOf(world.store.reading).updateTable('users').set({ name: 'Aa' }).where('id', '=', orga.id).execute();
  expect(await names()).toEqual(['author', 'Aa', 'participant']);
  world.later(times.minute);
  expect(await names()).toEqual(['Aa', 'author', 'participant']);
  // The event is small again.
  await sqlOf(world.store.reading).updateTable('users').set({ name: 'Zz' }).where('id', '=', orga.id).execute();
  expect(await names()).toEqual(['author', 'participant', 'Zz']);
});

test('a search finds words without accents, newest first, by the rules of the app', async () => {
  const contents = ['Wo ist die Straße?', 'Der See', 'SEEROSEN am Weg', 'Rasen, nicht See!', 'Köln', 'naïve', `Hi ${mentionOf(777)}`];
  const posts = await addPosts(...contents.map((content) => ({ content })));
  const found = async (text: string) => {
    const { changes } = await answer('author', 'search', { list: 'posts', text });
    return changes.map(({ id }) => posts.findIndex((post) => post.id === id));
  };
  expect(await found('strasse')).toEqual([0]);
  expect(await found('see')).toEqual([3, 2, 1]);
  // A short word begins a word, a long one may be inside of one.
  expect(await found('ose')).toEqual([]);
  expect(await found('rosen')).toEqual([2]);
  expect(await found('see nicht')).toEqual([3]);
  expect(await found('koeln')).toEqual([4]);
  expect(await found('naive')).toEqual([5]);
  expect(await found('777')).toEqual([]);
  expect(await found('100% _')).toEqual([]);
  expect(await found('?!')).toEqual([]);
});

test('a search returns hits with their authors, and where to continue', async () => {
  const posts = await addPosts(...Array.from({ length: 51 }, (_, index) => ({ content: `Zelt ${index}`, authorId: participant.id })));
  const first = await answer('author', 'search', { list: 'posts', text: 'zelt' });
  expect(idsIn(first.changes)).toEqual(posts.slice(1).toReversed().map(idOf));
  expect(idsIn(first.with, 'participants')).toEqual([memberId(participant.id)]);
  expect(first.next).toBe(1_002);
  const rest = await answer('author', 'search', { list: 'posts', text: 'zelt', below: 1_002 });
  expect(idsIn(rest.changes)).toEqual([posts[0]!.id]);
  expect(rest.next).toBeNull();
});

test('a search continues below the rows that it has read', async () => {
  const read = 20_000;
  const [hit] = await addPosts({ content: 'Nadel' }, ...Array.from({ length: read }, () => ({ content: 'Heu' })));
  const first = await answer('author', 'search', { list: 'posts', text: 'nadel' });
  expect(first).toMatchObject({ changes: [], next: 1_002 });
  const rest = await answer('author', 'search', { list: 'posts', text: 'nadel', below: 1_002 });
  expect(idsIn(rest.changes)).toEqual([hit!.id]);
  expect(rest.next).toBeNull();
});

test('a search finds photos by their description, and people by name or address', async () => {
  const photo: Photo = photoOf('author', { description: 'Sonnenuntergang am Möhnesee' });
  await insertRows(world.store, world.clock, 'photos', [photo]);
  expect(idsIn((await answer('author', 'search', { list: 'photos', text: 'mohnesee' })).changes, 'photos')).toEqual([photo.id]);
  await addMembers(Array.from({ length: 51 }, (_, index) => `Zelt ${String(index).padStart(2, '0')}`));
  const search = async (text: string, below = 0) => {
    const { changes, next } = await answer('author', 'search', { list: 'participants', text, below });
    return { names: namesIn(changes), next };
  };
  expect(await search('AUTHOR@camp')).toEqual({ names: ['author'], next: null });
  const first = await search('zelt');
  expect([first.names.length, first.next]).toEqual([50, 50]);
  expect(await search('zelt', 50)).toEqual({ names: ['Zelt 50'], next: null });
});

test('unknown lists, other resources and too many ids are rejected', async () => {
  const tooMany = Array.from({ length: 51 }, () => 'x').join();
  for (const [path, query] of [
    ['older', { list: 'meetups' }],
    ['older', { list: 'reactionCounts' }],
    ['older', { list: 'photos/1' }],
    ['older', { list: 'constructor' }],
    ['older', { list: 'posts', page: '-1' }],
    ['older', { list: 'posts/\0' }],
    ['rows', { resource: 'feedback', ids: '1' }],
    ['rows', { resource: 'toString', ids: '1' }],
    ['rows', { resource: 'posts', ids: tooMany }],
    ['rows', { resource: 'posts', ids: '' }],
    ['search', { list: 'posts/1', text: 'x' }],
    ['search', { list: 'posts', text: '' }],
  ] as const)
    expect([query, (await read('author', path, query)).status]).toEqual([query, 400]);
});

test('only members whose active event it is may ask, until they leave', async () => {
  const asked = { list: 'posts' };
  expect((await read('author', 'older', asked)).status).toBe(200);
  expect((await read('stranger', 'older', asked)).body).toMatchObject({ error: 'forbidden' });
  // An unknown event looks the same.
  expect((await read('author', 'older', asked, 4_711)).body).toMatchObject({ error: 'forbidden' });
  const { status } = await world.call('orga', 'POST', `/api/event/${home}/participant/${author.id}/remove`, {
    body: { newCodes: false, content: false },
  });
  expect(status).toBeLessThan(300);
  for (const path of ['older', 'search', 'rows'])
    expect(
      (await read('author', path, { rows: { resource: 'posts', ids: '1' }, search: { ...asked, text: 'x' } }[path] ?? asked)).status,
    ).toBe(403);
});

test('a person may ask sixty times a minute, and search twenty times', async () => {
  const repeat = async (who: PersonName, times_: number, path: string, query: Record<string, string>) => {
    const statuses = [];
    for (let time = 0; time < times_; time += 1) statuses.push((await read(who, path, query)).status);
    return statuses;
  };
  const [older, search] = [{ list: 'photos' }, { list: 'photos', text: 'x' }];
  expect(new Set(await repeat('author', 60, 'older', older))).toEqual(new Set([200]));
  const refused = await read('author', 'rows', { resource: 'photos', ids: 'x' });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
  expect(new Set(await repeat('author', 20, 'search', search))).toEqual(new Set([200]));
  expect(await repeat('author', 1, 'search', search)).toEqual([429]);
  expect(await repeat('orga', 1, 'search', search)).toEqual([200]);
  world.later(times.minute);
  expect(await repeat('author', 1, 'search', search)).toEqual([200]);
});

test('twelve searches run or wait, and more are rejected', async () => {
  const { windowQueries } = world.app.deps;
  const searches = Array.from({ length: 13 }, () => windowQueries.search(callerOf('author'), home, { list: 'photos', text: 'x' }));
  const settled = await Promise.allSettled(searches);
  expect(settled.map(({ status }) => status)).toEqual([...Array.from({ length: 12 }, () => 'fulfilled'), 'rejected']);
  expect(settled.at(-1)).toMatchObject({ reason: { code: 'too_many_requests', details: { retryAfter: 1 } } });
});

test('an answer of long threads is cut to a size, and their floors follow', async () => {
  const content = 'ü'.repeat(limits.postLength);
  const threads = await addPosts(...Array.from({ length: 50 }, () => ({ content })));
  for (const { id } of threads)
    await insertRows(
      world.store,
      world.clock,
      'posts',
      Array.from({ length: 50 }, (_, index) => postOf('author', { order: 2_000 + index, replyToId: id, content })),
    );
  const path = `/api/event/${home}/window/rows?resource=posts&ids=${threads.map(idOf).join()}`;
  const { text, body } = await world.call('author', 'GET', path);
  expect(Buffer.byteLength(text)).toBeLessThan(2 * limits.listBytes);
  const { changes, window } = body as WindowAnswer;
  for (const thread of threads) {
    const shown = changes.filter(({ row }) => row?.['replyToId'] === thread.id).map(({ row }) => row?.['order'] as number);
    expect(window.floors[`posts/${thread.id}`]).toBe(shown.length === 0 ? openFloor : Math.min(...shown));
  }
});
