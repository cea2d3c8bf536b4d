import { beforeEach, describe, expect, test } from 'vitest';
import type { FeedChange, FeedPage, WindowState } from '#contract/endpoints/core.ts';
import type { WindowAnswer } from '#contract/endpoints/windows.ts';
import { openFloor } from '#contract/rules/windows.ts';
import {
  apiAnswer,
  eventId,
  freshDatabase,
  participant,
  quietPorts,
  removePost,
  serverPost,
  userId,
  writePost,
} from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { enqueue } from '../outbox/outbox.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import type { Outcome } from '../wire/transport.ts';
import { positionAfter, readCursor, usablePosition, writeCursor } from './cursor.ts';
import { applyPage, pull } from './pull.ts';
import { settle } from './settle.ts';
import { storeAnswer } from './window-calls.ts';

const scope = `event:${eventId}`;
const other = 9;
let db: EventDatabase;
beforeEach(() => {
  db = freshDatabase();
  return () => db.close();
});

type Part = Partial<{ order: number; authorId: number; replyToId: string | null; content: string; version: number; eventId: number }>;
const named = (digit: number): string => `0190f1de-0000-7000-8000-0000000000${String(digit).padStart(2, '0')}`;
/** A post of somebody else; its order is ten times its number. */
const post = (digit: number, part: Part = {}): FeedChange => {
  const row = { ...serverPost(named(digit)), authorId: other, order: digit * 10, ...part };
  return { resource: 'posts', id: row.id, version: row.version, row };
};
const reply = (digit: number, to: number, part: Part = {}): FeedChange => post(digit, { replyToId: named(to), ...part });
const removed = (digit: number, resource = 'posts', version = 9): FeedChange => ({ resource, id: named(digit), version, row: null });
const numbers = (digit: number, version = 1): FeedChange => {
  const row = { id: named(digit), version, eventId, counts: {} };
  return { resource: 'reactionCounts', id: row.id, version, row };
};
const person = (id: number, version = 1): FeedChange => {
  const row = participant(id, `Person${id}`, { version });
  return { resource: 'participants', id: row.id, version, row };
};
const listBelow = (digit: number): string => `posts/${named(digit)}`;
const windowAt = (number: number, floors: Record<string, number> = {}, part: Partial<WindowState> = {}): WindowState => ({
  scope,
  epoch: 'a',
  number,
  floors,
  counts: {},
  at: 0,
  ...part,
});

type Answers = (query: URLSearchParams) => Response;
const noRows: Answers = () => apiAnswer(503);

/** Pulls these pages. Returns the outcome, and the queries for rows. */
async function pulled(pages: Partial<FeedPage>[], answers = noRows): Promise<{ outcome: Outcome; asked: URLSearchParams[] }> {
  const asked: URLSearchParams[] = [];
  const lines = pages.map((page, index) =>
    JSON.stringify({ cursor: `${index}`, reset: false, more: index < pages.length - 1, changes: [], ...page }),
  );
  const ports = quietPorts({
    fetch: async (path) => {
      if (path.startsWith('/api/sync')) return new Response(lines.join('\n'), { headers: { 'x-event-companion': '1' } });
      expect(path).toMatch(new RegExp(`^/api/event/${eventId}/window/rows\\?`));
      asked.push(new URLSearchParams(path.slice(path.indexOf('?'))));
      return answers(asked.at(-1)!);
    },
  });
  const api = new ApiClient({ ports, connection: new Connection(), userId, token: 'token', onRefused: () => {} });
  return { outcome: await pull(db, ports, api, () => {}), asked };
}

/** Pulls a page of deltas, up to this number. */
const hears = (number: number, changes: FeedChange[], page: Partial<FeedPage> = {}, answers?: Answers) =>
  pulled([{ with: [], windows: [windowAt(number)], changes, ...page }], answers);

/** Loads a window with threads 4 and 5 of the floor 40, where thread 5 has a floor of its own. */
const load = () =>
  pulled([
    {
      reset: true,
      with: [person(userId), person(other), post(5), reply(8, 5), numbers(5)],
      windows: [windowAt(10, { [listBelow(5)]: 80 })],
    },
    { with: [post(4), reply(9, 4)], windows: [windowAt(10, { posts: 40, photos: 0 })] },
  ]);

const answerOf = (
  number: number,
  changes: FeedChange[],
  floors: Record<string, number> = {},
  part: Partial<WindowState> = {},
): WindowAnswer => ({
  changes,
  with: [],
  window: windowAt(number, floors, part),
});

const ids = async (resource = 'posts') =>
  (
    await db
      .mirror(resource)
      .filter(({ $gone }) => !$gone)
      .primaryKeys()
  )
    .map((id) => Number(String(id).slice(-2)))
    .toSorted((a, b) => a - b);
const windowOf = async () => (await readCursor(db))?.windows?.[scope];

describe('the load of a window', () => {
  test('stores the rows of `with`, and the floors of its lists', async () => {
    await load();
    expect(await ids()).toEqual([4, 5, 8, 9]);
    expect([await ids('reactionCounts'), await db.mirror('participants').count()]).toEqual([[5], 2]);
    expect(await windowOf()).toEqual({
      epoch: 'a',
      number: 10,
      floors: { posts: 40, photos: 0, [listBelow(5)]: 80 },
      counts: {},
      at: 0,
      wanted: [],
    });
  });

  test('takes new threads and replies of arrived threads before its floors are known', async () => {
    await pulled([
      { reset: true, with: [post(5)], windows: [windowAt(10)], changes: [post(12), reply(13, 5), reply(14, 3), numbers(12)], more: true },
      { with: [post(3), reply(14, 3)], windows: [windowAt(11, { posts: 30 })] },
    ]);
    expect([await ids(), await ids('reactionCounts')]).toEqual([[3, 5, 12, 13, 14], [12]]);
  });

  test('stores no row of `with` over a newer one', async () => {
    await load();
    await settle(db, quietPorts(), [
      { entry: await removePost(db, quietPorts(), named(9)), answer: { key: '', status: 204, body: undefined } },
    ]);
    await hears(11, [], { with: [reply(9, 4)] });
    expect(await ids()).toEqual([4, 5, 8]);
  });
});

describe('a change', () => {
  beforeEach(async () => void (await load()));

  test('is stored if its row is held', async () => {
    await hears(11, [post(4, { content: 'changed', version: 2 }), person(other, 2), removed(9)]);
    expect(await db.mirror('posts').get(named(4))).toMatchObject({ content: 'changed' });
    expect(await db.mirror('participants').get(`${eventId}-${other}`)).toMatchObject({ version: 2 });
    expect(await ids()).toEqual([4, 5, 8]);
  });

  test('is stored from the floor of its list on', async () => {
    await hears(11, [post(3), post(11), reply(7, 5), reply(12, 5), reply(6, 4), reply(13, 3)]);
    expect(await ids()).toEqual([4, 5, 6, 8, 9, 11, 12]);
  });

  test('is stored if its resource has no window, and numbers are only with their row', async () => {
    const followed = { id: `${named(3)}-${userId}`, version: 1, eventId, userId, postId: named(3), state: 'usual' };
    await hears(11, [numbers(3), numbers(4), { resource: 'threadFollows', id: followed.id, version: 1, row: followed }]);
    expect([await ids('reactionCounts'), await db.mirror('threadFollows').count()]).toEqual([[4, 5], 1]);
  });

  test('is passed over if its person is not held, but stored from `with`', async () => {
    await hears(11, [person(20)], { with: [person(21)] });
    expect((await db.mirror('participants').toArray()).map((row) => row.userId)).toEqual([21, userId, other]);
  });

  test('is stored if its scope has no window', async () => {
    await hears(11, [post(3, { eventId: 2 })]);
    expect(await ids()).toEqual([3, 4, 5, 8, 9]);
  });

  test('is stored if its thread came on the page before', async () => {
    await pulled([
      { windows: [windowAt(11)], changes: [post(11)] },
      { windows: [windowAt(12)], changes: [reply(12, 11)] },
    ]);
    expect(await ids()).toEqual([4, 5, 8, 9, 11, 12]);
  });
});

describe('a removed thread', () => {
  test('takes its replies, numbers and floor along, before their own tombstones arrive', async () => {
    await load();
    await hears(11, [removed(5)]);
    expect([await ids(), await ids('reactionCounts')]).toEqual([[4, 9], []]);
    expect((await windowOf())?.floors).toEqual({ posts: 40, photos: 0 });
  });

  test('leaves a reply with a pending command', async () => {
    await load();
    const { id } = await writePost(db, quietPorts(), 'waits', named(5));
    await hears(11, [removed(5)]);
    expect((await db.mirror('posts').toArray()).map((row) => row.id)).toEqual([named(4), named(9), id]);
  });
});

describe('a wanted row', () => {
  beforeEach(async () => void (await load()));
  const mention = `hello @[${userId}]`;

  test.each([
    ['a reply that mentions the person', [reply(12, 2, { content: mention })]],
    ['an own reply', [reply(12, 2, { authorId: userId })]],
    [
      'a followed thread',
      [
        {
          resource: 'threadFollows',
          id: 'a',
          version: 1,
          row: { id: 'a', version: 1, eventId, userId, postId: named(2), state: 'followed' },
        },
      ],
    ],
  ])('is asked for because of %s, and only then the pull is level', async (_what, changes) => {
    const before = (await readCursor(db))?.levelAt;
    await writeCursor(db, { ...(await readCursor(db))!, levelAt: 1 });
    const failed = await hears(11, changes);
    expect(failed.outcome).toMatchObject({ status: 503 });
    expect(failed.asked.map((query) => Object.fromEntries(query))).toEqual([{ resource: 'posts', ids: named(2) }]);
    expect(await readCursor(db)).toMatchObject({ levelAt: 1, windows: { [scope]: { wanted: [`posts:${named(2)}`] } } });
    const thread = () => apiAnswer(200, answerOf(11, [post(2), reply(12, 2, { content: mention })], { [listBelow(2)]: 120 }));
    const again = await hears(11, [], {}, thread);
    expect(again.outcome).toMatchObject({ status: 200 });
    expect(await ids()).toEqual([2, 4, 5, 8, 9, 12]);
    expect(await readCursor(db)).toMatchObject({ levelAt: before, windows: { [scope]: { wanted: [], floors: { [listBelow(2)]: 120 } } } });
  });

  test('is asked for if an own reply is stored without its thread', async () => {
    const entry = await writePost(db, quietPorts(), 'waits', named(2));
    const { asked } = await hears(
      11,
      [{ ...reply(0, 2, { authorId: userId }), id: entry.id }].map((change) => ({ ...change, row: { ...change.row!, id: entry.id } })),
    );
    expect(asked.map((query) => query.get('ids'))).toEqual([named(2)]);
  });

  test('is removed if the server does not return it', async () => {
    await writeCursor(db, { ...(await readCursor(db))!, windows: { [scope]: { ...(await windowOf())!, wanted: [`posts:${named(5)}`] } } });
    await hears(11, [], {}, () => apiAnswer(200, answerOf(11, [])));
    expect(await ids()).toEqual([4, 9]);
    expect(await windowOf()).toMatchObject({ wanted: [], floors: { posts: 40 } });
  });

  test('is asked for again if the answer is older than the mirror, at most three times', async () => {
    const changes = [reply(12, 2, { content: mention })];
    const { outcome, asked } = await hears(11, changes, {}, () => apiAnswer(200, answerOf(10, [post(2)])));
    expect([asked.length, outcome]).toMatchObject([3, { status: 503 }]);
    expect(await ids()).toEqual([4, 5, 8, 9]);
  });
});

describe('an answer', () => {
  beforeEach(async () => void (await load()));
  const asked = { now: 0 };

  test.each([
    ['an older number', answerOf(9, [post(2)])],
    ['another epoch', answerOf(11, [post(2)], {}, { epoch: 'b' })],
    ['another scope', answerOf(11, [post(2)], {}, { scope: 'event:2' })],
  ])('with %s is rejected', async (_what, answer) => {
    expect(await storeAnswer(db, answer, asked)).toBe(false);
    expect(await ids()).toEqual([4, 5, 8, 9]);
  });

  test('leaves the number of the mirror, which only deltas raise', async () => {
    expect(await storeAnswer(db, answerOf(20, [post(2)], {}, { counts: { posts: 5 }, at: 7 }), asked)).toBe(true);
    expect(await windowOf()).toMatchObject({ number: 10, counts: { posts: 5 }, at: 7 });
  });

  test('with older replies lowers the floor of their thread', async () => {
    const older = { list: listBelow(5), order: 80 };
    expect(await storeAnswer(db, answerOf(11, [reply(7, 5), reply(6, 5)], { [listBelow(5)]: 60 }), { ...asked, below: older })).toBe(true);
    expect((await windowOf())?.floors).toMatchObject({ posts: 40, [listBelow(5)]: 60 });
  });

  test('with older replies is rejected if the thread has left or was cut above them', async () => {
    const answer = answerOf(11, [reply(6, 5)], { [listBelow(5)]: 60 });
    expect(await storeAnswer(db, answer, { ...asked, below: { list: listBelow(5), order: 70 } })).toBe(false);
    expect(await storeAnswer(db, answer, { ...asked, below: { list: listBelow(3), order: 70 } })).toBe(false);
    expect(await ids()).toEqual([4, 5, 8, 9]);
  });

  test('with a page of threads lowers no floor of their list, and one below the floor does', async () => {
    await storeAnswer(db, answerOf(11, [post(1)], { posts: 10 }), asked);
    expect((await windowOf())?.floors['posts']).toBe(40);
    await storeAnswer(db, answerOf(11, [post(3)], { posts: 30 }), { ...asked, below: { list: 'posts', order: 40 } });
    expect((await windowOf())?.floors['posts']).toBe(30);
  });
});

describe('a scope that is loaded again', () => {
  const again = (page: Partial<FeedPage>, answers?: Answers) =>
    pulled([{ keep: [`user:${userId}`], with: [], windows: [windowAt(30, { posts: 200 })], ...page }], answers);

  test('keeps rows that commands and drafts name, with open lists below them, until they have arrived', async () => {
    await load();
    await writePost(db, quietPorts(), 'waits', named(4));
    await removePost(db, quietPorts(), named(8));
    await db.drafts.add({ id: 'a', text: 'unsent', updatedAt: 0, about: `posts:${named(5)}` });
    const { asked } = await again({ with: [post(20)] });
    expect((await ids()).filter((digit) => digit > 0)).toEqual(expect.arrayContaining([4, 5, 20]));
    expect(await db.mirror('posts').get(named(8))).toMatchObject({ $base: { id: named(8) } });
    expect((await windowOf())?.floors).toEqual({ posts: 200, [listBelow(4)]: openFloor, [listBelow(5)]: openFloor });
    expect(asked[0]?.get('ids')?.split(',')).toEqual(expect.arrayContaining([4, 5, 8].map(named)));
    await hears(31, [reply(30, 4)], {}, () =>
      apiAnswer(200, answerOf(31, [post(4), post(5), reply(8, 5), reply(30, 4)], { [listBelow(5)]: 80 })),
    );
    expect(await windowOf()).toMatchObject({ wanted: [], floors: { posts: 200, [listBelow(5)]: 80 } });
    expect((await windowOf())?.floors).not.toHaveProperty(listBelow(4));
    expect(await ids()).toEqual(expect.arrayContaining([30]));
  });

  test('keeps the thread of a reply that a command names', async () => {
    await load();
    await removePost(db, quietPorts(), named(8));
    await again({});
    expect(await ids()).toEqual([5]);
    expect((await windowOf())?.wanted.toSorted()).toEqual([`posts:${named(5)}`, `posts:${named(8)}`]);
  });

  test('wants rows that are in use after a reset, too', async () => {
    await load();
    const { id } = await writePost(db, quietPorts(), 'waits');
    await writePost(db, quietPorts(), 'waits', named(4));
    const { asked } = await pulled([{ reset: true, with: [], windows: [windowAt(5, { posts: 200 }, { epoch: 'b' })] }]);
    expect(asked[0]?.get('ids')?.split(',')).toEqual(expect.arrayContaining([named(4), id]));
    expect(await windowOf()).toMatchObject({ epoch: 'b', number: 5, floors: { posts: 200, [`posts/${id}`]: openFloor } });
  });

  test('drops other rows, floors and fetched pages', async () => {
    await load();
    await db.pages.add({ name: `${scope} posts 2`, rows: [], at: 0 });
    await db.pages.add({ name: 'event:2 posts 2', rows: [], at: 0 });
    await again({});
    expect([await ids(), (await windowOf())?.floors]).toEqual([[], { posts: 200 }]);
    expect((await db.pages.toArray()).map(({ name }) => name)).toEqual(['event:2 posts 2']);
  });

  test('leaves rows of other events, and wants none of them', async () => {
    await load();
    await hears(11, [post(3, { eventId: 2 })]);
    await enqueue(db, quietPorts(), { resource: 'posts', mutation: 'remove', args: {}, id: named(3), eventId: 2 });
    await enqueue(db, quietPorts(), { resource: 'posts', mutation: 'create', args: { content: 'a', replyToId: named(50) }, eventId: 2 });
    await db.drafts.add({ id: 'a', text: 'unsent', updatedAt: 0, about: `posts:${named(3)}` });
    await again({ keep: [`user:${userId}`, 'event:2'] });
    expect(await windowOf()).toMatchObject({ wanted: [], floors: { posts: 200 } });
  });

  test('has no window if the event is small again', async () => {
    await load();
    await pulled([{ keep: [`user:${userId}`], changes: [post(3)] }]);
    expect([await ids(), (await readCursor(db))?.windows]).toEqual([[3], undefined]);
  });
});

describe('a mirror', () => {
  test('becomes a window by floors alone if it was whole', async () => {
    await pulled([{ reset: true, changes: [post(1), reply(2, 1), post(3)] }]);
    await hears(11, [post(4)], { windows: [windowAt(11, { posts: 30, photos: 0 })] });
    expect([await ids(), (await windowOf())?.floors]).toEqual([[1, 2, 3, 4], { posts: 30, photos: 0 }]);
    await hears(12, [reply(5, 1), post(2)]);
    expect(await ids()).toEqual([1, 2, 3, 4, 5]);
  });

  test('keeps the window of a parked event', async () => {
    await load();
    await pulled([{ keep: [scope], changes: [post(20, { eventId: 2 })] }, {}]);
    expect(await windowOf()).toMatchObject({ number: 10, floors: { posts: 40 } });
    await hears(11, [post(3), post(21)]);
    expect(await ids()).toEqual([4, 5, 8, 9, 20, 21]);
  });

  test('has no windows after an older app has stored its cursor', async () => {
    await load();
    const { windows: _lost, ...position } = usablePosition(await readCursor(db))!;
    expect(positionAfter(position, { cursor: 'b', reset: false, more: false, changes: [] }, 0)).not.toHaveProperty('windows');
  });

  test('stores a windowed page once if two tabs pull it', async () => {
    await load();
    const page = { cursor: 'b', reset: false, more: false, with: [], windows: [windowAt(11)], changes: [post(11)] };
    expect(await Promise.all([applyPage(db, page, { from: '1', now: 0 }), applyPage(db, page, { from: '1', now: 0 })])).toEqual([
      true,
      false,
    ]);
  });

  test('stores a windowed page row by row if one of its rows cannot be stored', async () => {
    await load();
    db.mirror('posts').hook('creating', (id) => {
      if (String(id) === named(11)) throw new TypeError('not to be used');
    });
    const page = {
      cursor: 'b',
      reset: false,
      more: false,
      with: [post(6)],
      windows: [windowAt(11)],
      changes: [post(3), post(11), reply(12, 11), reply(13, 4)],
    };
    const faults: unknown[] = [];
    await applyPage(db, page, { from: '1', now: 0, onUnusable: (fault) => faults.push(fault) });
    expect([await ids(), faults.length]).toEqual([[4, 5, 6, 8, 9, 13], 1]);
  });
});
