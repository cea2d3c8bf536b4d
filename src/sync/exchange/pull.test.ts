import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FeedChange } from '../../../contract/endpoints/core.ts';
import { waitingPicture } from '../../../contract/pictures.ts';
import { photos } from '../../../contract/resources/photos.ts';
import { findResource, resources } from '../../../contract/resources.ts';
import { contractVersion } from '../../../contract/version.ts';
import { apiAnswer, eventId, freshDatabase, quietPorts, serverPost, userId, writePost } from '../../../tests/fixtures/device.ts';
import { layouts } from '../../../tests/fixtures/layouts.ts';
import type { EventDatabase } from '../../db/database.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { enqueue } from '../outbox/outbox.ts';
import { recordUnsent, unsentEntries } from '../outbox/loss-journal.ts';
import { type CursorState, placeAfter, readCursor, standing, writeCursor } from './cursor.ts';
import { applyPage, pull } from './pull.ts';

let db: EventDatabase;
beforeEach(() => {
  db = freshDatabase();
  return () => db.close();
});

/**
 * A tab that has just been opened reads the feed, and is answered this; says from where it asked, whether it is behind now, and whether the
 * mirror was said to be loaded anew.
 */
async function pulled(
  answer: Response,
  store = quietPorts().store,
): Promise<{ asked: (string | null)[]; behind: boolean; loading: boolean | undefined }> {
  const asked: (string | null)[] = [];
  let loading: boolean | undefined;
  const ports = quietPorts({
    store,
    fetch: async (path) => {
      asked.push(new URLSearchParams(path.replace('/api/sync?', '')).get('cursor'));
      return answer;
    },
  });
  const connection = new Connection();
  await pull(db, ports, new ApiClient({ ports, connection, userId, token: 'token', onRefused: () => {} }), (_rows, isLoading) => {
    loading = isLoading;
  });
  return { asked, behind: connection.behind.get(), loading };
}

/** A page that brings one post. */
const page = (cursor: string, more: boolean, digit: number) => {
  const row = serverPost(`0190f1de-0000-7000-8000-00000000000${digit}`);
  return { cursor, reset: false, more, changes: [{ resource: 'posts', id: row.id, version: row.version, row }] };
};

test('a first load that was broken off goes on in the next tab where it stood', async () => {
  expect((await pulled(apiAnswer(200, page('a', true, 1)))).asked).toEqual([null]);
  expect((await pulled(apiAnswer(200, page('b', false, 2)))).asked).toEqual(['a']);
  expect(await db.mirror('posts').count()).toBe(2);
});

test.each([
  ['no rows', { entities: undefined }],
  ['no arguments', { args: null }],
])('a command with %s does not stop a load, nor an answer by the feed', async (_what, part) => {
  const { key, seq } = await writePost(db, quietPorts(), 'broken');
  await db.outbox.update(seq, part);
  await pulled(apiAnswer(200, page('a', true, 1)));
  const next = page('b', false, 2);
  await pulled(apiAnswer(200, { ...next, changes: next.changes.map((change) => ({ ...change, key })) }));
  expect([await db.mirror('posts').count(), await db.outbox.count()]).toEqual([2, 0]);
});

test('a command whose answer comes by the feed needs no witness any more', async () => {
  const ports = quietPorts();
  const entry = await writePost(db, ports, 'answered by the feed');
  await recordUnsent(ports.store, [entry, await writePost(db, ports, 'waits')]);
  const row = serverPost(String(entry.id));
  const changes = [{ resource: 'posts', id: row.id, version: row.version, row, key: entry.key }];
  await pulled(apiAnswer(200, { cursor: 'a', reset: false, more: false, changes }), ports.store);
  expect(await unsentEntries(ports.store, userId)).toMatchObject([{ text: 'waits' }]);
});

test.each([
  [contractVersion + 1, true],
  [contractVersion, false],
])('an answer in the words of contract %i says whether this app is behind', async (version, behind) => {
  const answer = apiAnswer(200, page('a', false, 1), { 'x-event-companion': String(version) });
  expect((await pulled(answer)).behind).toBe(behind);
});

const today = resources.map(({ name }) => name as string);
const named = (digit: number): string => `0190f1de-0000-7000-8000-00000000000${digit}`;
const change = (resource: string, digit: number, version = 1, part: object = {}): FeedChange => {
  const row = { id: named(digit), version, eventId, ...part };
  return { resource, id: row.id, version, row };
};
const removed = (resource: string, digit: number, version: number): FeedChange => ({ resource, id: named(digit), version, row: null });
const breakfast = (version: number, locationName: string) => change('schedule', 8, version, { title: 'Breakfast', locationName });

/** Asks for news, and is answered these changes and this cursor, `more` being still to come. */
const hears = (cursor: string, changes: FeedChange[], more = false, reset = false) =>
  pulled(apiAnswer(200, { cursor, reset, more, changes }));

const place = async (): Promise<CursorState> => (await readCursor(db)) as CursorState;
const ids = async (resource: string) => (await db.mirror(resource).toCollection().primaryKeys()).map(String).toSorted();

test('one row that nothing can be done with keeps no other away, and is told of', async () => {
  db.mirror('posts').hook('creating', (id) => {
    if (String(id).endsWith('2')) throw new TypeError('not to be used');
  });
  const faults: unknown[] = [];
  const rows = [1, 2, 3].map((digit) => serverPost(`0190f1de-0000-7000-8000-00000000000${digit}`));
  const changes = rows.map((row) => ({ resource: 'posts', id: row.id, version: 1, row }));
  const answer = apiAnswer(200, { cursor: 'level', reset: false, more: false, changes });
  const ports = quietPorts({ fetch: async () => answer, reportFault: (fault) => void faults.push(fault) });
  await pull(db, ports, new ApiClient({ ports, connection: new Connection(), userId, token: 'token', onRefused: () => {} }), () => {});
  expect((await db.mirror('posts').toArray()).map(({ id }) => id)).toEqual([rows[0]!.id, rows[2]!.id]);
  expect(standing(await readCursor(db))).toMatchObject({ cursor: 'level' });
  expect(faults.length).toBeGreaterThan(0);
});

describe('what comes of resources that this app does not know', () => {
  test('is passed over, and noted with the place before the first of it', async () => {
    await hears('a', [change('posts', 1)]);
    await hears('b', [change('dragons', 2), change('posts', 3)]);
    await hears('c', [change('posts', 4)]);
    await hears('d', [removed('bikes', 5, 2), change('dragons', 6)]);
    expect(await place()).toMatchObject({ cursor: 'd', skipped: { from: 'a', resources: ['dragons', 'bikes'] } });
    expect(await ids('posts')).toEqual([1, 3, 4].map(named));
  });

  test('has no place before it where a load begins with it, and is forgotten with the next load', async () => {
    await hears('a', [change('dragons', 1)], false, true);
    await hears('b', [change('dragons', 2)]);
    expect((await place()).skipped).toEqual({ from: undefined, resources: ['dragons'] });
    await hears('c', [change('posts', 3)], true, true);
    expect((await place()).skipped).toBeUndefined();
    await hears('d', [change('dragons', 4)]);
    expect((await place()).skipped).toEqual({ from: 'c', resources: ['dragons'] });
  });
});

describe('an app that knows what the one before it passed over', () => {
  const before = today.filter((name) => name !== 'photos');

  /** The mirror, and the place in the feed, as an app leaves them that did not know photos. */
  async function leftByOlder(part: Partial<CursorState> = { skipped: { from: 'a', resources: ['photos'] } }): Promise<void> {
    await hears('a', [change('posts', 1), breakfast(1, 'Kitchen')], false, true);
    await hears('b', [change('posts', 2)]);
    await writeCursor(db, { ...(await place()), resources: before, ...part });
  }

  test('goes back to that place once, and keeps and shows what is there', async () => {
    await leftByOlder();
    expect(await hears('c', [change('photos', 3), change('posts', 2)], true)).toEqual({
      asked: ['a'],
      behind: false,
      loading: false,
    });
    expect([await ids('posts'), await ids('photos')]).toEqual([[1, 2].map(named), [named(3)]]);
    expect((await hears('d', [change('photos', 4)])).asked).toEqual(['c']);
    expect((await hears('e', [])).asked).toEqual(['d']);
    expect(await ids('photos')).toEqual([3, 4].map(named));
    const { levelAt, ...rest } = await place();
    expect(levelAt).toBe(quietPorts().now());
    expect(rest).toEqual({ cursor: 'e', loading: false, contract: contractVersion, resources: [...before, 'photos'], arriving: [] });
  });

  test('tries that again until it was answered, and is level when it has come to the end', async () => {
    await leftByOlder();
    await writeCursor(db, { ...(await place()), levelAt: 7 });
    expect((await pulled(apiAnswer(503))).asked).toEqual(['a']);
    expect((await hears('c', [], true)).asked).toEqual(['a']);
    expect(await place()).toMatchObject({ cursor: 'c', levelAt: 7, loading: false });
    await hears('d', []);
    expect(await place()).toMatchObject({ cursor: 'd', levelAt: quietPorts().now() });
  });

  test('loads all anew where there is no such place, or the server says so', async () => {
    await leftByOlder({ skipped: { from: undefined, resources: ['photos'] } });
    expect(await hears('c', [change('photos', 3)], true)).toMatchObject({ asked: [null], loading: true });
    expect([await ids('posts'), await ids('photos')]).toEqual([[], [named(3)]]);
    await leftByOlder();
    expect(await hears('c', [change('photos', 3)], true, true)).toMatchObject({ asked: ['a'], loading: true });
    expect(await place()).toMatchObject({ cursor: 'c', loading: true, resources: today });
    expect(await ids('posts')).toEqual([]);
  });

  test('goes on where nothing of it had come, and where other things were passed over', async () => {
    await leftByOlder({});
    expect((await hears('c', [])).asked).toEqual(['b']);
    await leftByOlder({ skipped: { from: 'a', resources: ['dragons'] } });
    expect((await hears('c', [])).asked).toEqual(['b']);
    expect((await place()).skipped).toEqual({ from: 'a', resources: ['dragons'] });
  });

  test('has nothing of rows that were there before that app has loaded the mirror, but what waits', async () => {
    const waiting = await enqueue(db, quietPorts(), {
      resource: photos,
      mutation: 'create',
      args: { url: waitingPicture(v7(), 40, 30), description: 'The jetty' },
      eventId,
    });
    await leftByOlder();
    await hears('b', [change('photos', 5)]);
    await writeCursor(db, { ...(await place()), resources: before });
    await hears('c', [change('photos', 3)], true);
    expect(await ids('photos')).toEqual([named(3), String(waiting.id)].toSorted());
    await hears('d', [change('photos', 4)]);
    expect(await ids('photos')).toEqual([named(3), named(4), String(waiting.id)].toSorted());
  });

  test('tells nothing as news a second time', async () => {
    await leftByOlder();
    await hears('b+', []);
    await hears('c', [breakfast(2, 'Barn'), change('schedule', 9)]);
    expect(await db.news.count()).toBe(2);
    await hears('d', [removed('schedule', 9, 2)]);
    const told = (await db.news.toArray()).map(({ rowId, after }) => [rowId, after]);
    expect(told).toMatchObject([[named(8), { locationName: 'Barn' }]]);
    const again = async (): Promise<void> => {
      await writeCursor(db, { ...(await place()), resources: before, skipped: { from: 'a', resources: ['photos'] } });
      await hears('e', [breakfast(2, 'Barn'), removed('schedule', 9, 2), change('photos', 3)]);
    };
    await again();
    expect((await db.news.toArray()).map(({ rowId, after }) => [rowId, after])).toEqual(told);
    await db.news.clear();
    await again();
    expect(await db.news.count()).toBe(0);
  });

  test('tells of what is new to it from when it is level on; what it knew before, and missed, is news', async () => {
    await leftByOlder({ resources: ['posts'], skipped: { from: 'a', resources: ['schedule'] } });
    await hears('c', [breakfast(1, 'Kitchen')], true);
    await hears('d', [change('schedule', 9)]);
    expect(await db.news.count()).toBe(0);
    await hears('e', [breakfast(2, 'Barn')]);
    expect(await db.news.toArray()).toMatchObject([{ rowId: named(8), before: { locationName: 'Kitchen' } }]);
    await db.news.clear();
    await writeCursor(db, { ...(await place()), skipped: { from: 'a', resources: ['schedule'] } });
    await hears('f', [breakfast(3, 'Jetty')]);
    expect(await db.news.toArray()).toMatchObject([{ rowId: named(8), before: { locationName: 'Barn' } }]);
  });

  test('takes in no page that another tab has asked for from elsewhere', async () => {
    await leftByOlder();
    const ahead = { cursor: 'c', reset: false, more: false, changes: [change('photos', 3)] };
    expect(await applyPage(db, ahead, 'b', 0)).toBe(false);
    await hears('c', [change('photos', 4)]);
    expect(await applyPage(db, ahead, 'a', 0)).toBe(false);
    expect(await ids('photos')).toEqual([named(4)]);
  });
});

describe('an app of before, which noted nothing', () => {
  const formerly = { cursor: 'a', loading: false, levelAt: 7, contract: contractVersion };

  /** All that they knew, as the devices of then have it. */
  const then = Object.keys(layouts[6] ?? {}).filter((name) => findResource(name));

  test('has left a mirror that goes on where nothing was added since', () => {
    const position = standing(formerly, then);
    expect(position).toMatchObject({ cursor: 'a', arriving: [] });
    const next = placeAfter(position, { cursor: 'b', reset: false, more: false, changes: [] }, 8);
    expect(next).toMatchObject({ cursor: 'b', loading: false, levelAt: 8 });
    expect(next.resources?.toSorted()).toEqual(then.toSorted());
  });

  test('may have passed over anything that it did not know', () => {
    expect(standing(formerly, then.slice(1))).toMatchObject({ cursor: 'a', arriving: [] });
    expect(standing(formerly, [...then, 'dragons'])).toBeUndefined();
    expect(standing({ ...formerly, resources: then }, [...then, 'dragons'])).toMatchObject({ cursor: 'a', arriving: ['dragons'] });
  });
});
