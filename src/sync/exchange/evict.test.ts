import { beforeEach, describe, expect, test } from 'vitest';
import { threadFollows } from '#contract/resources/thread-follows.ts';
import { windowSizes } from '#contract/rules/windows.ts';
import { times } from '#contract/times.ts';
import { contractVersion } from '#contract/version.ts';
import { eventId, freshDatabase, participant, quietPorts, removePost, storedPost, userId, writePost } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { DeviceWindow } from '../mirror/windows.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { evict } from './evict.ts';

const scope = `event:${eventId}`;
const author = 9;
const now = quietPorts().now();
let db: EventDatabase;

beforeEach(async () => {
  const before = { posts: { ...windowSizes.posts }, photos: { ...windowSizes.photos } };
  Object.assign(windowSizes.posts, { first: 4, each: 2 });
  windowSizes.photos.first = 2;
  db = freshDatabase();
  await holds({ floors: { posts: 0, photos: 0 } });
  return () => {
    Object.assign(windowSizes.posts, before.posts);
    Object.assign(windowSizes.photos, before.photos);
    db.close();
  };
});

/** Stores the window of a level mirror. */
async function holds(window: Partial<DeviceWindow>, state: object = {}): Promise<void> {
  const windows = { [scope]: { epoch: 'a', number: 1, floors: {}, counts: {}, at: 0, wanted: [], ...window } };
  await writeCursor(db, { cursor: 'a', loading: false, levelAt: 0, contract: contractVersion, windows, ...state });
}

const named = (number: number): string => `0190f1de-0000-7000-8000-${String(number).padStart(12, '0')}`;
const numberIn = (id: unknown): number => Number(String(id).slice(-12));
type Part = Parameters<typeof storedPost>[1] & { eventId?: number };
/** Stores a post whose order is its number, and its numbers of reactions. */
async function hasPost(number: number, part: Part = {}): Promise<void> {
  await db.mirror('posts').put({ ...storedPost(named(number), { order: number, authorId: author, ...part }) });
  await db.mirror('reactionCounts').put({ id: named(number), version: 1, eventId, counts: {} } as never);
}
const hasReply = (number: number, to: number, part: Part = {}) => hasPost(number, { replyToId: named(to), ...part });
const hasThreads = async (...numbers: number[]): Promise<void> => {
  for (const number of numbers) await hasPost(number);
};

const ids = async (resource = 'posts') => (await db.mirror(resource).toCollection().primaryKeys()).map(numberIn).toSorted((a, b) => a - b);
const windowOf = async (): Promise<DeviceWindow> => (await readCursor(db))!.windows![scope]!;
const evicts = (at = now, goesOn = () => true, idle = async () => {}) => evict(db, quietPorts({ now: () => at, idle }), goesOn);

describe('a list', () => {
  test('is not cut up to one and a half windows', async () => {
    await hasThreads(1, 2, 3, 4, 5, 6);
    await evicts();
    expect([await ids(), (await windowOf()).floors]).toEqual([[1, 2, 3, 4, 5, 6], { posts: 0, photos: 0 }]);
  });

  test('loses the rows below its raised floor, with all replies, numbers and the floor of their thread', async () => {
    await hasThreads(1, 2, 3, 4, 5, 6, 7);
    for (const reply of [8, 9, 10]) await hasReply(reply, 2);
    await hasReply(11, 5);
    await holds({ floors: { posts: 0, photos: 0, [`posts/${named(2)}`]: 8 } });
    await evicts();
    expect([await ids(), await ids('reactionCounts')]).toEqual([
      [4, 5, 6, 7, 11],
      [4, 5, 6, 7, 11],
    ]);
    expect((await windowOf()).floors).toEqual({ posts: 4, photos: 0 });
  });

  test('is cut, too, if it has replies', async () => {
    await hasThreads(1);
    for (const reply of [2, 3, 4, 5]) await hasReply(reply, 1);
    await evicts();
    expect([await ids(), (await windowOf()).floors]).toEqual([[1, 4, 5], { posts: 0, photos: 0, [`posts/${named(1)}`]: 4 }]);
  });

  test('is cut in the same way if it has no replies', async () => {
    for (const number of [1, 2, 3, 4])
      await db.mirror('photos').put({ id: named(number), version: 1, eventId, authorId: author, order: number, url: `${number}` } as never);
    await evicts();
    expect([await ids('photos'), (await windowOf()).floors]).toEqual([[3, 4], { posts: 0, photos: 3 }]);
  });

  test('loses what is below its floor if the mirror was whole', async () => {
    await hasThreads(1, 2, 3, 4);
    await holds({ floors: { posts: 3, photos: 0 } });
    await evicts();
    expect(await ids()).toEqual([3, 4]);
  });

  test('is not cut at the order of a pending row', async () => {
    for (let number = 0; number < 7; number += 1) await writePost(db, quietPorts(), 'waits');
    await evicts();
    expect((await windowOf()).floors['posts']).toBe(0);
    expect(await db.mirror('posts').count()).toBe(7);
  });
});

describe('below the floor of its list', () => {
  beforeEach(async () => {
    await hasThreads(1, 2, 5);
    await hasReply(3, 2);
    await holds({ floors: { posts: 4, photos: 0 } });
  });

  const follow = (state: 'followed' | 'muted') =>
    db.mirror(threadFollows.name).put({ id: 'a', version: 1, eventId, userId, postId: named(2), state });

  test('a thread leaves', async () => {
    await evicts();
    expect(await ids()).toEqual([5]);
  });

  test.each([
    ['a pending reply', () => writePost(db, quietPorts(), 'waits', named(2))],
    ['a pending removal of a reply', () => removePost(db, quietPorts(), named(3))],
    [
      'a rejected command',
      async () => {
        const { seq } = await enqueue(db, quietPorts(), {
          resource: 'threadFollows',
          mutation: 'follow',
          args: { state: 'muted' },
          id: `${named(2)}-${userId}`,
          eventId,
        });
        await db.mirror('threadFollows').clear();
        await db.outbox.update(seq, { state: 'refused' });
      },
    ],
    ['a draft', () => db.drafts.put({ id: 'a', text: 'unsent', updatedAt: 0, about: `posts:${named(2)}` })],
    ['a draft about a reply', () => db.drafts.put({ id: 'a', text: 'unsent', updatedAt: 0, about: `posts:${named(3)}` })],
    ['its author', () => hasPost(2, { authorId: userId })],
    ['a mention', () => hasReply(3, 2, { content: `hello @[${userId}]` })],
    ['an own reply', () => hasReply(3, 2, { authorId: userId })],
    ['its follower', () => follow('followed')],
    ['a fetched page', () => db.pages.put({ name: `${scope} posts 2`, rows: [`posts:${named(2)}`], at: now })],
  ])('a thread stays as a whole because of %s', async (_what, keep) => {
    await keep();
    await evicts();
    const shown = (await ids()).filter((number) => number < 10);
    expect(shown).toEqual([2, 3, 5]);
  });

  test.each([
    ['a muted thread', () => follow('muted')],
    ['a thread of an old page', () => db.pages.put({ name: `${scope} posts 2`, rows: [`posts:${named(2)}`], at: now - times.day - 1 })],
    ['a thread with a draft about another event', () => db.drafts.put({ id: 'a', text: '', updatedAt: 0, about: 'posts:other' })],
  ])('%s leaves', async (_what, prepare) => {
    await prepare();
    await evicts();
    expect(await ids()).toEqual([5]);
  });

  test('a row of another event stays', async () => {
    await hasPost(1, { eventId: 2 });
    await evicts();
    expect(await ids()).toEqual([1, 5]);
  });

  test('numbers of another event stay', async () => {
    await db.mirror('reactionCounts').put({ id: named(9), version: 1, eventId: 2, counts: {} } as never);
    await evicts();
    expect(await ids('reactionCounts')).toEqual([5, 9]);
  });

  test('a row that is marked as pending stays', async () => {
    await db.mirror('posts').update(named(1), { $pending: ['a'] });
    await evicts();
    expect(await ids()).toEqual([1, 5]);
  });

  test('a reply without its thread leaves, unless it is own', async () => {
    await hasReply(6, 50);
    await hasReply(7, 51, { authorId: userId });
    await evicts();
    expect(await ids()).toEqual([5, 7]);
  });
});

test('an own reply stays below the floor of its thread', async () => {
  await hasThreads(1);
  await hasReply(2, 1, { authorId: userId });
  for (const reply of [3, 4, 5, 6]) await hasReply(reply, 1);
  await evicts();
  expect(await ids()).toEqual([1, 2, 5, 6]);
});

test('people leave whom neither a row nor a command names', async () => {
  await hasPost(1, { content: 'hello @[10]' });
  await db.mirror('datingMatches').put({ id: 'a', version: 1, eventId, userId, otherId: 11 } as never);
  for (const id of [userId, author, 10, 11, 12, 13]) await db.mirror('participants').put(participant(id, `Person${id}`));
  await db.mirror('participants').put(participant(14, 'Other', { id: '2-14', eventId: 2 }));
  const { seq } = await writePost(db, quietPorts(), 'waits');
  await db.outbox.update(seq, { state: 'refused', entities: [`participants:${eventId}-12`] });
  await evicts();
  const left = (await db.mirror('participants').toArray()).map((row) => row.userId);
  expect(left.toSorted((a, b) => a - b)).toEqual([userId, author, 10, 11, 12, 14]);
});

describe('people of several steps', () => {
  const first = 1_000;
  const left = async () => (await db.mirror('participants').toArray()).map((row) => row.userId);
  beforeEach(async () => {
    await hasPost(1);
    const people = Array.from({ length: 1_200 }, (_, index) => participant(first + index, 'Crowd'));
    await db.mirror('participants').bulkPut(people);
  });

  /** Evicts, and does something else before the last step. */
  const evictsUntilLast = (work: () => Promise<unknown>) =>
    evicts(now, undefined, async () => {
      if ((await left()).length <= 300) await work();
    });

  test('leave after one reading of the rows that name others', async () => {
    let readings = 0;
    db.mirror('posts').hook('reading', (row) => {
      readings += 1;
      return row;
    });
    await evicts();
    expect([await left(), readings]).toEqual([[], 3]);
  });

  test.each([
    ['a page', { cursor: 'b' }, {}],
    ['an answer', {}, { answers: 1 }],
  ])('stay if %s names them before their step', async (_what, state, window) => {
    await evictsUntilLast(async () => {
      await hasPost(2, { content: 'hello @[2199]' });
      await holds({ floors: { posts: 0, photos: 0 }, ...window }, state);
    });
    expect(await left()).toEqual([2_199]);
  });

  test('stay if a command names them before their step', async () => {
    await evictsUntilLast(() => writePost(db, quietPorts(), 'hello @[2199]'));
    expect(await left()).toEqual([2_199]);
  });
});

test('the oldest of more than 30 pages expire', async () => {
  await db.pages.bulkPut(Array.from({ length: 32 }, (_, number) => ({ name: `${scope} ${number}`, rows: [], at: now - number })));
  await evicts();
  expect((await db.pages.toArray()).map(({ name }) => name)).not.toEqual(expect.arrayContaining([`${scope} 30`]));
  expect(await db.pages.count()).toBe(30);
});

describe('an eviction', () => {
  const unnamed = () => db.mirror('participants').put(participant(12, 'Unnamed'));

  test('runs once an hour without a raised floor', async () => {
    await evicts();
    await unnamed();
    await evicts(now + times.hour);
    expect(await db.mirror('participants').count()).toBe(1);
    await evicts(now + times.hour + 1);
    expect(await db.mirror('participants').count()).toBe(0);
  });

  test('follows the expiry of a page', async () => {
    await db.pages.put({ name: `${scope} posts 2`, rows: [`participants:${eventId}-12`], at: now });
    await unnamed();
    await evicts(now);
    await evicts(now + times.day);
    expect(await db.mirror('participants').count()).toBe(1);
    await evicts(now + times.day + 1);
    expect(await db.mirror('participants').count()).toBe(0);
  });

  test('is repeated if it was interrupted after a raised floor', async () => {
    await evicts();
    await hasThreads(1, 2, 3, 4, 5, 6, 7);
    await evicts(now, () => false);
    expect([(await ids()).length, (await windowOf()).floors['posts']]).toEqual([7, 4]);
    await evicts();
    expect(await ids()).toEqual([4, 5, 6, 7]);
  });

  test('is repeated if it was interrupted', async () => {
    await unnamed();
    let steps = 0;
    await evicts(now, () => (steps += 1) < 3);
    expect([await db.mirror('participants').count(), (await windowOf()).sweptAt]).toEqual([1, undefined]);
    await evicts();
    expect([await db.mirror('participants').count(), (await windowOf()).sweptAt]).toEqual([0, now]);
  });

  test.each([
    ['is being loaded', {}, { adding: true }],
    ['has wanted rows', { wanted: ['posts:a'] }, {}],
    ['has no floor yet', { floors: {} }, {}],
  ])('deletes no row while its window %s', async (_what, window, state) => {
    await hasThreads(1, 2, 3, 4, 5, 6, 7);
    await holds({ floors: { posts: 4, photos: 0 }, ...window }, state);
    await evicts();
    expect((await ids()).length).toBe(7);
  });

  test('deletes nothing without windows', async () => {
    await hasThreads(1, 2, 3, 4, 5, 6, 7);
    await unnamed();
    await holds({}, { windows: undefined });
    await evicts();
    expect([(await ids()).length, await db.mirror('participants').count()]).toEqual([7, 1]);
  });

  test('visits 500 rows at each idle moment, and keeps rows that another tab uses in between', async () => {
    const threads = Array.from({ length: 1_200 }, (_, index) => storedPost(named(index + 1), { order: index + 1, authorId: author }));
    await db.mirror('posts').bulkPut(threads);
    // Leaves together with its thread, which is two steps earlier.
    await hasReply(1_201, 1);
    await holds({ floors: { posts: 1_200, photos: 0 } });
    const left: number[] = [];
    await evicts(now, undefined, async () => {
      left.push(await db.mirror('posts').count());
      if (left.length === 2) await db.drafts.put({ id: 'a', text: 'unsent', updatedAt: 0, about: `posts:${named(700)}` });
      if (left.length === 3) await writePost(db, quietPorts(), 'waits', named(1_100));
    });
    expect(left.slice(0, 5)).toEqual([1_201, 700, 201, 4, 4]);
    expect((await ids()).slice(0, 3)).toEqual([700, 1_100, 1_200]);
  });
});
