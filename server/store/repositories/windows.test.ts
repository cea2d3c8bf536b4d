import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BaseRow } from '#contract/resource.ts';
import type { Post } from '#contract/resources/posts.ts';
import type { ThreadFollow } from '#contract/resources/thread-follows.ts';
import { mentionOf } from '#contract/rules/mentions.ts';
import { windowSizes } from '#contract/rules/windows.ts';
import { scopeOf } from '#contract/scope.ts';
import { recordChanges } from '#server/services/feed/change-log.ts';
import { away, home, insertRows, people, photoOf, postOf, threadFollowOf } from '#tests/fixtures/camp.ts';
import { openCamp } from '#tests/fixtures/databases/open-camp.ts';
import { watchStatements } from '#tests/fixtures/databases/statements.ts';
import { onPostgres } from '#tests/fixtures/databases/test-store.ts';
import { sqlOf } from '../core/handles.ts';
import { participantId } from './composed-rows.ts';
import { deleteMembership, insertMembership, touchMemberships } from './events/memberships.ts';
import { readRow, rowStoreOf } from './rows.ts';
import { dynamicScopes, type Store } from '../store.ts';
import { isFurther, newsAfter, pointersAfter } from '../feed/feed.ts';
import { deleteTombstonesBefore } from '../feed/purge.ts';
import { adminsOf, countsOf, floorOf, lengthOf, listPage, ownThreads, repliesOf } from './windows.ts';

const sizes = structuredClone(windowSizes);
const scope = scopeOf.event(home);
const clock = { now: () => 0 };
const { outsider, participant, author } = people;

let store: Store;
beforeEach(async () => void (store = await openCamp()));
afterEach(async () => {
  Object.assign(windowSizes.posts, sizes.posts);
  await store.close();
});

/** Adds posts with the orders 1001, 1002, … */
async function addPosts(...added: Partial<Post>[]): Promise<Post[]> {
  await sqlOf(store.reading).deleteFrom('posts').where('event_id', '=', home).execute();
  const rows = added.map((own, index) => postOf('author', { order: 1_001 + index, ...own }));
  await insertRows(store, clock, 'posts', rows);
  return rows;
}

const idsOf = (rows: readonly BaseRow[]) => rows.map(({ id }) => id);

const removePost = (post: Post) =>
  store.write(dynamicScopes(), async (trx) => {
    await rowStoreOf('posts').remove(trx, [post.id]);
    await recordChanges(trx, [{ resource: 'posts', rowBefore: post, rowAfter: null }], 0);
  });

const member = participantId(home, outsider.id);

const join = () =>
  store.write(dynamicScopes(), async (trx) => {
    await insertMembership(trx, outsider.id, home);
    await recordChanges(trx, [{ resource: 'participants', rowBefore: null, rowAfter: await readRow(trx, 'participants', member) }], 0);
  });

const touch = () =>
  store.write(dynamicScopes(), async (trx) => {
    const rowBefore = await readRow(trx, 'participants', member);
    await touchMemberships(trx, [outsider.id]);
    await recordChanges(trx, [{ resource: 'participants', rowBefore, rowAfter: await readRow(trx, 'participants', member) }], 0);
  });

const leave = () =>
  store.write(dynamicScopes(), async (trx) => {
    const rowBefore = await readRow(trx, 'participants', member);
    await deleteMembership(trx, outsider.id, home);
    await recordChanges(trx, [{ resource: 'participants', rowBefore, rowAfter: null }], 0);
  });

const newsOfMember = async () =>
  (await newsAfter(store.reading, scope, 0, 1_000))
    .filter(({ rowId, resource }) => resource === 'participants' && rowId === member)
    .map(({ gone, wasAway }) => (gone ? 'left' : wasAway ? 'back' : 'changed'));

test('the first join is passed over, and a later change, a departure and a return are not', async () => {
  await join();
  expect(await newsOfMember()).toEqual([]);
  expect((await pointersAfter(store.reading, scope, 0, 1_000)).map(({ rowId }) => rowId)).toContain(member);
  await touch();
  expect(await newsOfMember()).toEqual(['changed']);
  await touch();
  expect(await newsOfMember()).toEqual(['changed']);
  await leave();
  expect(await newsOfMember()).toEqual(['left']);
  await join();
  expect(await newsOfMember()).toEqual(['back']);
  await touch();
  expect(await newsOfMember()).toEqual(['back']);
});

test('a departure directly after the first join is news', async () => {
  await join();
  await leave();
  expect(await newsOfMember()).toEqual(['left']);
});

const tombstones = async () => (await pointersAfter(store.reading, scope, 0, 1_000)).filter(({ gone }) => gone).map(({ rowId }) => rowId);

test('a departure is news even if the join has no pointer', async () => {
  await join();
  await sqlOf(store.reading).deleteFrom('change_log').where('row_id', '=', member).execute();
  await leave();
  expect(await newsOfMember()).toEqual(['left']);
});

test('a person who returns after the purge of tombstones is not a first join', async () => {
  const [post] = await addPosts({});
  await removePost(post!);
  await join();
  await leave();
  expect(await tombstones()).toEqual([post!.id, member]);
  await store.write(dynamicScopes(), (trx) => deleteTombstonesBefore(trx, 1));
  expect(await tombstones()).toEqual([member]);
  await join();
  expect(await newsOfMember()).toEqual(['back']);
});

test.each(['deleted', 'over'])('the tombstones of people of an event that is %s are purged', async (state) => {
  await join();
  await leave();
  const db = sqlOf(store.reading);
  if (state === 'deleted') await db.deleteFrom('events').where('id', '=', home).execute();
  else await db.updateTable('events').set({ end_date: '1969-12-31T23:00:00.000Z' }).where('id', '=', home).execute();
  await store.write(dynamicScopes(), (trx) => deleteTombstonesBefore(trx, 1));
  expect(await tombstones()).toEqual([]);
});

test('news are counted without first joins', async () => {
  const before = (await newsAfter(store.reading, scope, 0, 1_000)).length;
  await join();
  expect(await isFurther(store.reading, scope, 0, before)).toBe(false);
  expect(await isFurther(store.reading, scope, 0, before - 1)).toBe(true);
  await touch();
  expect(await isFurther(store.reading, scope, 0, before)).toBe(true);
});

test('a list is read from the top, from an order, down to a floor, and by page', async () => {
  const [first, second, third, reply] = await addPosts({}, {}, {}, {});
  await sqlOf(store.reading).updateTable('posts').set({ reply_to_id: first!.id }).where('id', '=', reply!.id).execute();
  const threads = { eventId: home, resource: 'posts' };
  expect(idsOf(await listPage(store.reading, threads, 10))).toEqual([third!.id, second!.id, first!.id]);
  expect(idsOf(await listPage(store.reading, { ...threads, below: 1_003 }, 1))).toEqual([second!.id]);
  expect(idsOf(await listPage(store.reading, { ...threads, floor: 1_002 }, 10))).toEqual([third!.id, second!.id]);
  expect(idsOf(await listPage(store.reading, threads, 2, 2))).toEqual([first!.id]);
  expect(idsOf(await listPage(store.reading, { ...threads, parent: first!.id }, 10))).toEqual([reply!.id]);
  expect(await lengthOf(store.reading, threads)).toBe(3);
  expect((await listPage(store.reading, { ...threads, eventId: away }, 10)).map((row) => (row as Post).eventId)).toEqual([away]);
});

test('the floor is the order of the last thread that fits, or zero if all of them fit', async () => {
  const [first] = await addPosts({}, {}, {});
  expect(await floorOf(store.reading, home, 'posts')).toBe(0);
  Object.assign(windowSizes.posts, { first: 3 });
  expect(await floorOf(store.reading, home, 'posts')).toBe(0);
  Object.assign(windowSizes.posts, { first: 2 });
  expect(await floorOf(store.reading, home, 'posts')).toBe(1_002);
  // The thread counts with two of its three replies.
  const replies = [1, 2, 3].map((order) => postOf('author', { order: 2_000 + order, replyToId: first!.id }));
  await insertRows(store, clock, 'posts', replies);
  Object.assign(windowSizes.posts, { first: 10, each: 2, rows: 5 });
  expect(await floorOf(store.reading, home, 'posts')).toBe(0);
  Object.assign(windowSizes.posts, { rows: 4 });
  expect(await floorOf(store.reading, home, 'posts')).toBe(1_002);
  Object.assign(windowSizes.posts, { rows: 0 });
  expect(await floorOf(store.reading, home, 'posts')).toBe(1_003);
  expect(await floorOf(store.reading, home, 'photos')).toBe(0);
});

test('replies are the newest of each thread, with a floor if the thread is cut', async () => {
  const [cut, whole, empty] = await addPosts({}, {}, {});
  const replies = [cut!, cut!, cut!, whole!, whole!].map(({ id }, index) => postOf('author', { order: 2_001 + index, replyToId: id }));
  await insertRows(store, clock, 'posts', replies);
  const found = await repliesOf(store.reading, { eventId: home, resource: 'posts' }, idsOf([cut!, whole!, empty!]), 2);
  expect(idsOf(found.rows)).toEqual(idsOf([replies[2]!, replies[1]!, replies[4]!, replies[3]!]));
  expect(found.floors).toEqual({ [`posts/${cut!.id}`]: 2_002, [`posts/${whole!.id}`]: 0, [`posts/${empty!.id}`]: 0 });
});

test('threads of a person are those that they write in, are mentioned in, or follow', async () => {
  const [written, mentioned, followed, other] = await addPosts({ authorId: participant.id }, {}, {}, {});
  const replies = [
    postOf('author', { order: 2_001, replyToId: mentioned!.id, content: `Hi ${mentionOf(participant.id)}` }),
    postOf('participant', { order: 2_002, replyToId: written!.id }),
    postOf('author', { order: 2_003, replyToId: written!.id }),
    postOf('author', { order: 2_004, replyToId: other!.id, content: `Hi ${mentionOf(author.id)}` }),
  ];
  await insertRows(store, clock, 'posts', replies);
  const follows: ThreadFollow[] = [
    { ...threadFollowOf('participant', followed!.id), state: 'followed' },
    threadFollowOf('participant', other!.id),
  ];
  await insertRows(store, clock, 'threadFollows', follows);
  const expected = [
    { thread: written!.id, post: replies[1]!.id, order: 2_002 },
    { thread: mentioned!.id, post: replies[0]!.id, order: 2_001 },
    { thread: followed!.id, post: followed!.id, order: 1_003 },
  ];
  expect(await ownThreads(store.reading, home, participant.id, 10)).toEqual(expected);
  expect(await ownThreads(store.reading, home, participant.id, 1)).toEqual(expected.slice(0, 1));
  expect(await ownThreads(store.reading, away, participant.id, 10)).toEqual([]);
});

test('a mention ends with its post', async () => {
  const [post] = await addPosts({ content: `${mentionOf(participant.id)} ${mentionOf(outsider.id)} ${mentionOf(participant.id)}` });
  const mentions = () => sqlOf(store.reading).selectFrom('post_mentions').select('user_id').orderBy('user_id').execute();
  expect(await mentions()).toEqual([{ user_id: participant.id }, { user_id: outsider.id }]);
  await removePost(post!);
  expect(await mentions()).toEqual([]);
});

test('a post that is created and removed in one transaction mentions nobody', async () => {
  const post = postOf('author', { content: mentionOf(participant.id) });
  const changes = [
    { resource: 'posts', rowBefore: null, rowAfter: post },
    { resource: 'posts', rowBefore: post, rowAfter: null },
  ];
  await store.write(dynamicScopes(), (trx) => recordChanges(trx, changes, 0));
  expect(await sqlOf(store.reading).selectFrom('post_mentions').selectAll().execute()).toEqual([]);
});

test('admins and sizes are those of the event', async () => {
  await addPosts({}, {});
  const [{ id: replyToId }] = (await listPage(store.reading, { eventId: home, resource: 'posts' }, 1)) as [Post];
  await insertRows(store, clock, 'posts', [postOf('author', { order: 2_001, replyToId })]);
  const photos = await lengthOf(store.reading, { eventId: home, resource: 'photos' });
  await insertRows(store, clock, 'photos', [photoOf('author')]);
  expect(await adminsOf(store.reading, home)).toEqual([participantId(home, people.orga.id)]);
  const lists = { participants: 3, posts: 2, photos: photos + 1 };
  expect(await countsOf(store.reading, home)).toEqual({ members: 3, rows: 3 + photos + 1, lists });
});

/** Returns the plan of the statement that `read` sends first. */
async function planOf(read: () => Promise<unknown>): Promise<string> {
  const { statements, stop } = watchStatements();
  await read();
  stop();
  const statement = statements.find((text) => text.startsWith('select'))!;
  const db = sqlOf(store.reading);
  if (!onPostgres()) return JSON.stringify((await sql.raw(`explain query plan ${statement}`).execute(db)).rows);
  const parameters = new Set(statement.match(/\$\d+/g)).size;
  return db.connection().execute(async (one) => {
    const run = (text: string) => sql.raw(text).execute(one);
    // Small tables are scanned otherwise, and a plan for null reads nothing.
    await run('set enable_seqscan = off');
    await run('set plan_cache_mode = force_generic_plan');
    await run('deallocate all');
    await run(`prepare planned as ${statement}`);
    return JSON.stringify((await run(`explain execute planned(${Array.from({ length: parameters }, () => 'null').join()})`)).rows);
  });
}

test('news, lists, admins and threads are read by their indexes', async () => {
  const { reading } = store;
  const threads = { eventId: home, resource: 'posts' };
  expect(await planOf(() => newsAfter(reading, scope, 0, 10))).toContain('change_log_news');
  expect(await planOf(() => isFurther(reading, scope, 0, 10))).toContain('change_log_news');
  expect(await planOf(() => adminsOf(reading, home))).toContain('memberships_of_admins');
  // PostgreSQL chooses among the others by the sizes of the tables.
  const ofPosts = onPostgres() ? 'posts_' : 'posts_of_event';
  expect(await planOf(() => lengthOf(reading, threads))).toContain(ofPosts);
  expect(await planOf(() => listPage(reading, threads, 10))).toContain(ofPosts);
  expect(await planOf(() => floorOf(reading, home, 'posts'))).toContain(ofPosts);
  expect(await planOf(() => ownThreads(reading, home, 1, 10))).toContain('post_mentions_of_person');
});
