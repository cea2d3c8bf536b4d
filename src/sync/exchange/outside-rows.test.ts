import { beforeEach, expect, test } from 'vitest';
import { openFloor, repliesOf } from '#contract/rules/windows.ts';
import { apiAnswer, eventId, freshDatabase, quietPorts, serverPost, storedPost, userId, writePost } from '#tests/fixtures/device.ts';
import { changeOf, putWindow, windowServer, type WindowServer } from '#tests/fixtures/screens/windowed.ts';
import type { EventDatabase } from '#db/database.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { readCursor } from './cursor.ts';
import { OutsideRows } from './outside-rows.ts';
import { heldPage, lengthIn, windowOf } from './window-pages.ts';

const named = (number: number): string => `0190f1de-0000-7000-8000-${String(number).padStart(12, '0')}`;
const post = (order: number, replyToId: string | null = null) => changeOf('posts', serverPost(named(order), { order, replyToId }));

let db: EventDatabase;
beforeEach(async () => {
  db = freshDatabase();
  await putWindow(db, { floors: { posts: 30 }, counts: { posts: 100 } });
  await db.mirror('posts').bulkPut(Array.from({ length: 15 }, (_, index) => storedPost(named(30 + index), { order: 30 + index })));
  return () => db.close();
});

const outside = ({ fetch }: Pick<WindowServer, 'fetch'>, reportFault: (fault: unknown) => void = () => {}): OutsideRows => {
  const ports = quietPorts({ fetch, reportFault });
  return new OutsideRows({
    db,
    ports,
    api: new ApiClient({ ports, connection: new Connection(), userId, token: 't', onRefused: () => {} }),
  });
};
const page = async (number: number) => heldPage(db, (await windowOf(db, eventId))!, { eventId, list: 'posts', page: number });

test('holds the pages above the floor, also with older rows in the mirror', async () => {
  await db.mirror('posts').bulkPut([1, 2, 3, 4, 5].map((order) => storedPost(named(order), { order })));
  expect(await page(1)).toEqual({ floor: 30, outside: null });
  expect(await page(2)).toEqual({ floor: 30, outside: { ids: null, at: null } });
});

test('stores a page with the order of its rows, without their replies', async () => {
  const server = windowServer(() => ({ changes: [post(21), post(20), post(25, named(20))] }));
  expect(await outside(server).page(eventId, 'posts', 3)).toEqual({ kind: 'stored', missing: [] });
  expect(await page(3)).toEqual({ floor: 30, outside: { ids: [named(21), named(20)], at: Date.UTC(2026, 6, 1, 12) } });
  expect((await windowOf(db, eventId))?.floors).toEqual({ posts: 30 });
  expect(await db.mirror('posts').get(named(25))).toBeDefined();
});

test('counts as the server does, with pending posts, but never fewer than the device holds', async () => {
  await writePost(db, quietPorts(), 'hello');
  await writePost(db, quietPorts(), 'a reply', named(30));
  expect(await lengthIn(db, eventId, 'posts')).toMatchObject({ count: 101 });
  await putWindow(db, { floors: { posts: 30 }, counts: { posts: 3 } });
  expect(await lengthIn(db, eventId, 'posts')).toMatchObject({ count: 16 });
});

test('asks again for an answer that is older than the mirror, and gives up after three', async () => {
  await putWindow(db, { number: 11 });
  const server = windowServer(() => ({ changes: [post(21)] }));
  expect(await outside(server).page(eventId, 'posts', 3)).toMatchObject({ kind: 'answer', status: 503 });
  expect(server.calls()).toHaveLength(3);
  expect(await db.mirror('posts').get(named(21))).toBeUndefined();
  expect(await db.pages.count()).toBe(0);
});

test('returns the rows that the server does not have, fifty to a call, and leaves the time of the last pull', async () => {
  const server = windowServer((_call, query) => ({ changes: query.get('ids')!.includes(named(101)) ? [post(101)] : [] }));
  const ids = Array.from({ length: 60 }, (_, index) => named(100 + index));
  const fetched = await outside(server).rows(eventId, 'posts', ids);
  expect(fetched).toEqual({ kind: 'stored', missing: ids.filter((id) => id !== named(101)) });
  expect(server.calls()).toHaveLength(2);
  expect((await readCursor(db))?.levelAt).toBe(1);
});

test('stores an answer without a row that cannot be stored, and reports that row', async () => {
  db.mirror('posts').hook('creating', (id) => {
    if (id === named(20)) throw new TypeError('not to be used');
  });
  const server = windowServer(() => ({ changes: [post(19), post(20), post(21)] }));
  const faults: unknown[] = [];
  const ids = [19, 20, 21].map(named);
  expect(await outside(server, (fault) => faults.push(fault)).rows(eventId, 'posts', ids)).toEqual({
    kind: 'stored',
    missing: [named(20)],
  });
  expect(faults).toHaveLength(1);
  expect(server.calls()).toHaveLength(1);
});

test('lowers the floor of a thread by earlier replies, and asks for the newest of a thread without any', async () => {
  const list = repliesOf('posts', named(30));
  await putWindow(db, { floors: { [list]: openFloor } });
  const server = windowServer((_call, query) => ({
    changes: [post(query.has('below') ? 40 : 50, named(30))],
    floors: { [list]: query.has('below') ? 40 : 50 },
  }));
  await outside(server).below(eventId, list, openFloor);
  await outside(server).below(eventId, list, 50);
  expect(server.calls().map((call) => new URLSearchParams(call.split('?')[1]).get('below'))).toEqual([null, '50']);
  expect((await windowOf(db, eventId))?.floors).toEqual({ [list]: 40 });
});

test('returns the failure of a call', async () => {
  const fetch = windowServer(() => 503).fetch.mockImplementation(async () => apiAnswer(429, {}));
  expect(await outside({ fetch }).page(eventId, 'posts', 3)).toMatchObject({ kind: 'answer', status: 429 });
});
