import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FeedChange } from '#contract/endpoints/core.ts';
import { waitingPicture } from '#contract/pictures.ts';
import { findResource, resources } from '#contract/resources.ts';
import { contractVersion } from '#contract/version.ts';
import { apiAnswer, eventId, freshDatabase, quietPorts, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import { layouts } from '#tests/fixtures/layouts.ts';
import type { EventDatabase } from '#db/database.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { enqueue } from '../outbox/outbox.ts';
import { recordUnsent, unsentEntries } from '../outbox/loss-journal.ts';
import { type CursorState, positionAfter, readCursor, usablePosition, writeCursor } from './cursor.ts';
import { applyPage, pull } from './pull.ts';

let db: EventDatabase;
beforeEach(() => {
  db = freshDatabase();
  return () => db.close();
});

/**
 * Pulls in a new tab with this answer. Returns the requested cursors, whether the app is behind, and the `loading` argument of `onRows`.
 */
async function pulled(
  answer: Response,
  store = quietPorts().store,
): Promise<{ cursors: (string | null)[]; behind: boolean; loading: boolean | undefined }> {
  const cursors: (string | null)[] = [];
  let loading: boolean | undefined;
  const ports = quietPorts({
    store,
    fetch: async (path) => {
      cursors.push(new URLSearchParams(path.replace('/api/sync?', '')).get('cursor'));
      return answer;
    },
  });
  const connection = new Connection();
  await pull(db, ports, new ApiClient({ ports, connection, userId, token: 'token', onRefused: () => {} }), (_rows, isLoading) => {
    loading = isLoading;
  });
  return { cursors, behind: connection.behind.get(), loading };
}

const page = (cursor: string, more: boolean, digit: number) => {
  const row = serverPost(`0190f1de-0000-7000-8000-00000000000${digit}`);
  return { cursor, reset: false, more, changes: [{ resource: 'posts', id: row.id, version: row.version, row }] };
};

test('an interrupted first load continues in the next tab', async () => {
  expect((await pulled(apiAnswer(200, page('a', true, 1)))).cursors).toEqual([null]);
  expect((await pulled(apiAnswer(200, page('b', false, 2)))).cursors).toEqual(['a']);
  expect(await db.mirror('posts').count()).toBe(2);
});

test.each([
  ['no rows', { entities: undefined }],
  ['no arguments', { args: null }],
])('a command with %s blocks neither a load nor its answer from the feed', async (_what, part) => {
  const { key, seq } = await writePost(db, quietPorts(), 'broken');
  await db.outbox.update(seq, part);
  await pulled(apiAnswer(200, page('a', true, 1)));
  const next = page('b', false, 2);
  await pulled(apiAnswer(200, { ...next, changes: next.changes.map((change) => ({ ...change, key })) }));
  expect([await db.mirror('posts').count(), await db.outbox.count()]).toEqual([2, 0]);
});

test('a command that the feed answers leaves the loss journal', async () => {
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
])('an answer with contract version %i decides whether this app is behind', async (version, behind) => {
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

/** Pulls one page with these changes and this cursor. */
const hears = (cursor: string, changes: FeedChange[], more = false, reset = false) =>
  pulled(apiAnswer(200, { cursor, reset, more, changes }));

const place = async (): Promise<CursorState> => (await readCursor(db)) as CursorState;
const ids = async (resource: string) => (await db.mirror(resource).toCollection().primaryKeys()).map(String).toSorted();

test('a row that cannot be stored is reported and does not block the other rows', async () => {
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
  expect(usablePosition(await readCursor(db))).toMatchObject({ cursor: 'level' });
  expect(faults.length).toBeGreaterThan(0);
});

describe('rows of unknown resources', () => {
  test('are skipped, and the cursor before the first of them is stored', async () => {
    await hears('a', [change('posts', 1)]);
    await hears('b', [change('dragons', 2), change('posts', 3)]);
    await hears('c', [change('posts', 4)]);
    await hears('d', [removed('bikes', 5, 2), change('dragons', 6)]);
    expect(await place()).toMatchObject({ cursor: 'd', skipped: { from: 'a', resources: ['dragons', 'bikes'] } });
    expect(await ids('posts')).toEqual([1, 3, 4].map(named));
  });

  test('have no cursor if a load begins with them, and are forgotten with the next load', async () => {
    await hears('a', [change('dragons', 1)], false, true);
    await hears('b', [change('dragons', 2)]);
    expect((await place()).skipped).toEqual({ from: undefined, resources: ['dragons'] });
    await hears('c', [change('posts', 3)], true, true);
    expect((await place()).skipped).toBeUndefined();
    await hears('d', [change('dragons', 4)]);
    expect((await place()).skipped).toEqual({ from: 'c', resources: ['dragons'] });
  });
});

describe('an app with resources that the previous app skipped', () => {
  const before = today.filter((name) => name !== 'photos');

  /** Leaves mirror and cursor in the state of an app without photos. */
  async function leftByOlder(part: Partial<CursorState> = { skipped: { from: 'a', resources: ['photos'] } }): Promise<void> {
    await hears('a', [change('posts', 1), breakfast(1, 'Kitchen')], false, true);
    await hears('b', [change('posts', 2)]);
    await writeCursor(db, { ...(await place()), resources: before, ...part });
  }

  test('reads again from the stored cursor once and keeps the mirror', async () => {
    await leftByOlder();
    expect(await hears('c', [change('photos', 3), change('posts', 2)], true)).toEqual({
      cursors: ['a'],
      behind: false,
      loading: false,
    });
    expect([await ids('posts'), await ids('photos')]).toEqual([[1, 2].map(named), [named(3)]]);
    expect((await hears('d', [change('photos', 4)])).cursors).toEqual(['c']);
    expect((await hears('e', [])).cursors).toEqual(['d']);
    expect(await ids('photos')).toEqual([3, 4].map(named));
    const { levelAt, ...rest } = await place();
    expect(levelAt).toBe(quietPorts().now());
    expect(rest).toEqual({ cursor: 'e', loading: false, contract: contractVersion, resources: [...before, 'photos'], arriving: [] });
  });

  test('repeats the read until the server answers, and is up to date at the end of the feed', async () => {
    await leftByOlder();
    await writeCursor(db, { ...(await place()), levelAt: 7 });
    expect((await pulled(apiAnswer(503))).cursors).toEqual(['a']);
    expect((await hears('c', [], true)).cursors).toEqual(['a']);
    expect(await place()).toMatchObject({ cursor: 'c', levelAt: 7, loading: false });
    await hears('d', []);
    expect(await place()).toMatchObject({ cursor: 'd', levelAt: quietPorts().now() });
  });

  test('loads all rows again if there is no such cursor or the server resets', async () => {
    await leftByOlder({ skipped: { from: undefined, resources: ['photos'] } });
    expect(await hears('c', [change('photos', 3)], true)).toMatchObject({ cursors: [null], loading: true });
    expect([await ids('posts'), await ids('photos')]).toEqual([[], [named(3)]]);
    await leftByOlder();
    expect(await hears('c', [change('photos', 3)], true, true)).toMatchObject({ cursors: ['a'], loading: true });
    expect(await place()).toMatchObject({ cursor: 'c', loading: true, resources: today });
    expect(await ids('posts')).toEqual([]);
  });

  test('continues if nothing of it was skipped, or only other resources were', async () => {
    await leftByOlder({});
    expect((await hears('c', [])).cursors).toEqual(['b']);
    await leftByOlder({ skipped: { from: 'a', resources: ['dragons'] } });
    expect((await hears('c', [])).cursors).toEqual(['b']);
    expect((await place()).skipped).toEqual({ from: 'a', resources: ['dragons'] });
  });

  test('deletes older rows of the resource except pending ones', async () => {
    const waiting = await enqueue(db, quietPorts(), {
      resource: 'photos',
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

  test('creates no news twice', async () => {
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

  test('creates news of a new resource only after its load, and of a known one also during it', async () => {
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

  test('rejects a page that another tab requested from another cursor', async () => {
    await leftByOlder();
    const ahead = { cursor: 'c', reset: false, more: false, changes: [change('photos', 3)] };
    expect(await applyPage(db, ahead, { from: 'b', now: 0 })).toBe(false);
    await hears('c', [change('photos', 4)]);
    expect(await applyPage(db, ahead, { from: 'a', now: 0 })).toBe(false);
    expect(await ids('photos')).toEqual([named(4)]);
  });
});

describe('an app whose predecessor stored no resources', () => {
  const formerly = { cursor: 'a', loading: false, levelAt: 7, contract: contractVersion };

  /** All resources in the databases of that time. */
  const then = Object.keys(layouts[6] ?? {}).filter((name) => findResource(name));

  test('continues if no resource was added since', () => {
    const position = usablePosition(formerly, then);
    expect(position).toMatchObject({ cursor: 'a', arriving: [] });
    const next = positionAfter(position, { cursor: 'b', reset: false, more: false, changes: [] }, 8);
    expect(next).toMatchObject({ cursor: 'b', loading: false, levelAt: 8 });
    expect(next.resources?.toSorted()).toEqual(then.toSorted());
  });

  test('loads again if a resource was added that may have been skipped', () => {
    expect(usablePosition(formerly, then.slice(1))).toMatchObject({ cursor: 'a', arriving: [] });
    expect(usablePosition(formerly, [...then, 'dragons'])).toBeUndefined();
    expect(usablePosition({ ...formerly, resources: then }, [...then, 'dragons'])).toMatchObject({ cursor: 'a', arriving: ['dragons'] });
  });
});
