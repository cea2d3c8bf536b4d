import { beforeEach, expect, test } from 'vitest';
import type { FeedChange, FeedPage } from '#contract/endpoints/core.ts';
import { eventId, freshDatabase, quietPorts, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { enqueue } from '../outbox/outbox.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { isIncomplete, readCursor } from './cursor.ts';
import { pull } from './pull.ts';
import { settle } from './settle.ts';

const elsewhere = 2;
const own = [`all`, `user:${userId}`];
let db: EventDatabase;

beforeEach(() => {
  db = freshDatabase();
  return () => db.close();
});

const named = (digit: number): string => `0190f1de-0000-7000-8000-00000000000${digit}`;
const post = (digit: number, part: object = {}): FeedChange => {
  const row = { ...serverPost(named(digit)), ...part };
  return { resource: 'posts', id: row.id, version: row.version, row };
};
const dinner = (digit: number, part: object = {}): FeedChange => {
  const row = { id: named(digit), version: 1, eventId, title: 'Dinner', startDate: '', endDate: '', locationName: 'Barn', ...part };
  return { resource: 'schedule', id: row.id, version: row.version, row };
};
const me = (activeEventId: number, version: number): FeedChange => ({
  resource: 'me',
  id: userId,
  version,
  row: { id: userId, version, activeEventId },
});

/** Pulls these pages. Returns the request's path and the `loading` argument of each page. */
async function hears(...pages: Partial<FeedPage>[]): Promise<{ requested: string | undefined; loading: boolean[] }> {
  let requested: string | undefined;
  const loading: boolean[] = [];
  const lines = pages.map((page, index) =>
    JSON.stringify({ cursor: `${index}`, reset: false, more: index < pages.length - 1, changes: [], ...page }),
  );
  const ports = quietPorts({
    fetch: async (path) => {
      requested = path;
      return new Response(lines.join('\n'), { headers: { 'x-event-companion': '1' } });
    },
  });
  const api = new ApiClient({ ports, connection: new Connection(), userId, token: 'token', onRefused: () => {} });
  await pull(db, ports, api, (_rows, isLoading) => loading.push(isLoading));
  return { requested, loading };
}

const ids = async (resource: string) =>
  (
    await db
      .mirror(resource)
      .filter(({ $gone }) => !$gone)
      .primaryKeys()
  )
    .map(String)
    .toSorted();

test('the pull asks for single scopes with `piecewise`', async () => {
  expect((await hears({ cursor: 'a b' })).requested).toBe('/api/sync?piecewise=1');
  expect((await hears({ cursor: 'c' })).requested).toBe('/api/sync?cursor=a+b&piecewise=1');
});

test('a page with `keep` deletes rows outside the kept scopes and stores its own', async () => {
  await hears({ changes: [me(eventId, 1), post(1), post(2, { eventId: elsewhere }), dinner(3)] });
  await hears({ keep: [...own, `event:${elsewhere}`, `event:3`], changes: [me(3, 2), post(4, { eventId: 3 })] });
  expect([await ids('posts'), await ids('schedule'), await ids('me')]).toEqual([[named(2), named(4)], [], [String(userId)]]);
  expect((await hears({})).loading).toEqual([false]);
  expect(await ids('posts')).toEqual([named(2), named(4)]);
});

test('a page that keeps every scope deletes nothing', async () => {
  await hears({ changes: [me(eventId, 1), post(1), dinner(3)] });
  await hears({ keep: [...own, `event:${eventId}`], changes: [me(elsewhere, 2), post(2, { eventId: elsewhere })] });
  expect([await ids('posts'), await ids('schedule')]).toEqual([[named(1), named(2)], [named(3)]]);
});

test('the mirror is loading until all rows of new scopes have arrived, also in another tab', async () => {
  await hears({ changes: [post(1)] });
  const first = await hears({ keep: [...own, `event:${eventId}`], more: true });
  expect(first.loading).toEqual([true]);
  expect(isIncomplete((await readCursor(db))!)).toBe(true);
  expect((await hears({ more: true })).loading).toEqual([true]);
  expect(isIncomplete((await readCursor(db))!)).toBe(true);
  expect((await hears({ more: true }, {})).loading).toEqual([true, true]);
  expect(isIncomplete((await readCursor(db))!)).toBe(false);
  expect((await hears({})).loading).toEqual([false]);
});

test('pending commands on dropped rows stay, and are shown if they need no base row', async () => {
  const ports = quietPorts();
  await hears({ changes: [post(1), post(2)] });
  const written = await writePost(db, ports, 'waits');
  await enqueue(db, ports, { resource: 'posts', mutation: 'remove', args: {}, id: named(2), eventId });
  await hears({ keep: own });
  expect(await ids('posts')).toEqual([String(written.id)]);
  expect(await db.outbox.count()).toBe(2);
  await hears({ keep: own, changes: [post(1), post(2)] });
  expect(await ids('posts')).toEqual([named(1), String(written.id)].toSorted());
});

test('the answer to a pending command does not bring back a row of a dropped scope', async () => {
  const ports = quietPorts();
  await hears({ changes: [post(1)] });
  const entry = await writePost(db, ports, 'sent late');
  await hears({ keep: own });
  await settle(db, ports, [{ entry, answer: { key: entry.key, status: 201, body: serverPost(String(entry.id)) } }]);
  expect([await ids('posts'), await db.outbox.count()]).toEqual([[], 0]);
});

test('rows of new scopes are no news, but changes of kept rows are', async () => {
  await hears({ changes: [me(eventId, 1), dinner(3)] });
  await hears(
    { keep: [...own, `event:${eventId}`], changes: [dinner(4, { eventId: elsewhere }), dinner(3, { version: 2, locationName: 'Jetty' })] },
    { changes: [dinner(5, { eventId: elsewhere })] },
  );
  expect((await db.news.toArray()).map(({ rowId }) => rowId)).toEqual([named(3)]);
  await hears({ changes: [dinner(6, { eventId: elsewhere })] });
  expect((await db.news.toArray()).map(({ rowId }) => rowId)).toEqual([named(3), named(6)]);
});

test('changes of a kept event that happened during an absence are news', async () => {
  await hears({ changes: [me(eventId, 1), dinner(3)] });
  await hears({ keep: [...own, `event:${eventId}`], changes: [me(elsewhere, 2)] });
  await hears({ changes: [me(eventId, 3), dinner(3, { version: 2, locationName: 'Jetty' })] });
  expect(await db.news.toArray()).toMatchObject([{ rowId: named(3), before: { locationName: 'Barn' }, after: { locationName: 'Jetty' } }]);
});
