import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import type { BaseRow } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { type Scope, scopeOf } from '#contract/scope.ts';
import {
  announcementOf,
  callerOf,
  home,
  insertRows,
  ownReportOf,
  people,
  type PersonName,
  postOf,
  replaceRow,
} from '#tests/fixtures/camp.ts';
import { FeedMirror } from '#tests/fixtures/server/feed-mirror.ts';
import { watchStatements } from '#tests/fixtures/databases/statements.ts';
import { timesByChance } from '#tests/setup/tier.ts';
import type { Caller } from '#server/lib/caller.ts';
import { purge } from '#server/jobs/purge.ts';
import { readCall } from '#server/http/commands/call-table.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { Store } from '#server/store/store.ts';
import { campTime, openCamp } from '#tests/fixtures/databases/open-camp.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { Feed } from './feed.ts';
import { Writer } from '../commands/writer.ts';

const clock = { time: campTime, now: () => clock.time };
const log = { error: (details: object, message: string) => expect.fail(`${message} ${JSON.stringify(details)}`) };
let store: Store;
let feed: Feed;
let writer: Writer;

async function open(): Promise<void> {
  clock.time = campTime;
  store = await openCamp();
  feed = new Feed(store);
  writer = new Writer({ store, clock, log });
}

async function close(): Promise<void> {
  await writer.close();
  await store.close();
}

beforeEach(open);
afterEach(close);

async function write(who: PersonName, content: string, id = uuidv7()): Promise<string> {
  await writer.submit([
    readCall({ caller: callerOf(who), key: null, lane: null, method: 'POST', path: '/api/post', body: { id, event: home, content } }),
  ]);
  return id;
}

async function remove(who: PersonName, id: string): Promise<void> {
  await writer.submit([readCall({ caller: callerOf(who), key: null, lane: null, method: 'DELETE', path: `/api/post/${id}` })]);
}

async function freshContent(caller: Caller): Promise<Record<string, unknown>> {
  const mirror = new FeedMirror(feed);
  await mirror.pull(caller);
  return mirror.content;
}

test('a first load contains resources in order, newest posts first, in pages of bounded size, without tombstones', async () => {
  const many = Array.from({ length: limits.feedPageRows + 20 }, () => postOf('author'));
  await insertRows(store, clock, 'posts', many);
  await remove('author', many[0]!.id);
  const first = await feed.readPage(callerOf('author'), null);
  expect([first.reset, first.more, first.changes.length]).toEqual([true, true, limits.feedFirstPageRows]);
  const mirror = new FeedMirror(feed);
  const changes = await mirror.pull(callerOf('author'));
  const order = resources.map(({ name }) => name as string);
  const positions = changes.map(({ resource }) => order.indexOf(resource));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(changes.every(({ row }) => row !== null)).toBe(true);
  const newest = changes.filter(({ resource }) => resource === 'posts').map(({ id }) => id);
  expect(newest[0]).toBe(many.at(-1)!.id);
  expect(newest).not.toContain(many[0]!.id);
  expect(new Set(changes.map(({ resource, id }) => `${resource}:${id}`)).size).toBe(changes.length);
});

test('a person receives their own account, their own event, and drafts only as event admin', async () => {
  const announcements = async (who: PersonName) =>
    Object.keys(await freshContent(callerOf(who))).filter((name) => name.startsWith('announcements')).length;
  expect(await announcements('author')).toBe(1);
  expect(await announcements('orga')).toBe(2);
  expect(await announcements('admin')).toBe(2);
  expect(await announcements('stranger')).toBe(0);
  const events = async (who: PersonName) => Object.keys(await freshContent(callerOf(who))).filter((name) => name.startsWith('events'));
  expect(await events('author')).toEqual(['events:1']);
  expect(await events('stranger')).toEqual(['events:1', 'events:2']);
  expect(Object.keys(await freshContent(callerOf('author'))).filter((name) => name.startsWith('me:'))).toEqual(['me:3']);
});

test('a delta contains a changed row once, and the key for its author only', async () => {
  const [author, reader] = [new FeedMirror(feed), new FeedMirror(feed)];
  await author.pull(callerOf('author'));
  await reader.pull(callerOf('participant'));
  const id = uuidv7();
  const key = uuidv7();
  const body = { id, event: home, content: 'Neu' };
  await writer.submit([readCall({ caller: callerOf('author'), key, lane: null, method: 'POST', path: '/api/post', body })]);
  expect(await author.pull(callerOf('author'))).toMatchObject([{ resource: 'posts', id, version: 1, key, row: { content: 'Neu' } }]);
  expect(await reader.pull(callerOf('participant'))).toMatchObject([{ resource: 'posts', id }]);
  expect(reader.keys).toEqual([]);
  expect(await author.pull(callerOf('author'))).toEqual([]);
});

test('readers that were poked together share one read', async () => {
  const mirrors = Array.from({ length: 20 }, () => new FeedMirror(feed));
  for (const mirror of mirrors) await mirror.pull(callerOf('participant'));
  const id = await write('author', 'Neu');
  const watching = watchStatements();
  const pulled = await Promise.all(mirrors.map((mirror) => mirror.pull(callerOf('participant'))));
  for (const changes of pulled) expect(changes).toMatchObject([{ id }]);
  for (const table of ['scope_counters', 'change_log', 'posts'])
    expect(watching.statements.filter((text) => text.includes(`from "${table}"`))).toHaveLength(1);
  watching.stop();
});

/** The format of versions that wrote JSON. */
const jsonCursor = ({ epoch, numbers, loading }: Cursor): string =>
  Buffer.from(JSON.stringify({ epoch, loading, numbers: Object.fromEntries(numbers) })).toString('base64url');

test('starts over for a JSON cursor whose scope no database can read', async () => {
  const [first] = await Promise.all([feed.readPage(callerOf('author'), null), write('author', 'Neu')]);
  const cursor = readCursor(first.cursor, [])!;
  const hostile = jsonCursor({ ...cursor, numbers: new Map([...cursor.numbers, ['event:\0' as Scope, 1]]) });
  const level = new FeedMirror(feed);
  await level.pull(callerOf('participant'));
  const [answer, changes] = await Promise.all([feed.readPage(callerOf('author'), hostile), level.pull(callerOf('participant'))]);
  expect([answer.reset, changes]).toEqual([true, []]);
});

/** The format of versions that loaded the resources in another order, here at the last one of today's order. */
const otherOrder = (cursor: Cursor): string =>
  writeCursor({ ...cursor, ...(cursor.loading && { loading: { ...cursor.loading, resource: resources.at(-1)!.name } }) }).replace(
    /^3\./,
    '2.',
  );

test.each([
  ['JSON', jsonCursor],
  ['another order of the resources', otherOrder],
])('continues from a cursor of %s, and from the middle of its load', async (_name, formerCursor) => {
  await insertRows(
    store,
    clock,
    'posts',
    Array.from({ length: limits.feedPageRows + 20 }, () => postOf('author')),
  );
  const mirror = new FeedMirror(feed);
  await mirror.page(callerOf('author'));
  expect(cursorIn(mirror).loading).toBeDefined();
  mirror.cursor = formerCursor(cursorIn(mirror));
  await mirror.pull(callerOf('author'));
  mirror.cursor = formerCursor(cursorIn(mirror));
  const id = await write('participant', 'Neu');
  expect(await mirror.pull(callerOf('author'))).toMatchObject([{ id }]);
  expect(mirror.resets).toBe(1);
  expect(mirror.content).toEqual(await freshContent(callerOf('author')));
});

test('skips changes of a resource that only a newer version has', async () => {
  const mirror = new FeedMirror(feed);
  await mirror.pull(callerOf('author'));
  const id = await write('participant', 'Neu');
  await store.write([], (trx) => sqlOf(trx).updateTable('change_log').set({ resource: 'polls' }).where('row_id', '=', id).execute());
  const later = await write('participant', 'Später');
  expect(await mirror.pull(callerOf('author'))).toMatchObject([{ id: later }]);
  expect(await freshContent(callerOf('author'))).not.toHaveProperty(id);
});

test('a row that becomes hidden is a tombstone for members and a change for event admins', async () => {
  const active = announcementOf({ title: 'Gleich weg' });
  await insertRows(store, clock, 'announcements', [active]);
  const [reader, admin] = [new FeedMirror(feed), new FeedMirror(feed)];
  await reader.pull(callerOf('participant'));
  await admin.pull(callerOf('orga'));
  const after = { ...active, active: false, version: 2 };
  await replaceRow(store, clock, 'announcements', active, after);
  expect(await reader.pull(callerOf('participant'))).toEqual([{ resource: 'announcements', id: active.id, version: 2, row: null }]);
  expect(await admin.pull(callerOf('orga'))).toMatchObject([{ id: active.id, row: { active: false } }]);
  await replaceRow(store, clock, 'announcements', after, { ...active, version: 3 });
  expect(await reader.pull(callerOf('participant'))).toMatchObject([{ id: active.id, version: 3, row: { active: true } }]);
});

test('a removed row arrives as a tombstone with the next version', async () => {
  const id = await write('author', 'Weg damit');
  const reader = new FeedMirror(feed);
  await reader.pull(callerOf('participant'));
  await remove('author', id);
  expect(await reader.pull(callerOf('participant'))).toEqual([{ resource: 'posts', id, version: 2, row: null }]);
});

test.each([
  ['text of another origin', () => 'hello'],
  ['incomplete JSON', () => Buffer.from('{"epoch":"x"}').toString('base64url')],
  ['empty', () => ''],
])('an invalid cursor (%s) starts over', async (_name, make) => {
  const page = await feed.readPage(callerOf('author'), make());
  expect([page.reset, page.changes.length > 0]).toEqual([true, true]);
});

const cursorIn = (mirror: FeedMirror) => readCursor(mirror.cursor ?? '', []) as Cursor;

test('a cursor with the mark from before modules had marks of their own continues under the current mark', async () => {
  const mirror = new FeedMirror(feed);
  await mirror.pull(callerOf('author'));
  const now = cursorIn(mirror);
  mirror.cursor = writeCursor({ ...now, epoch: now.epoch.replace(/\.[^.]+$/, '.WwN1uyVi') });
  await write('participant', 'Neu');
  expect(await mirror.pull(callerOf('author'))).toMatchObject([{ resource: 'posts' }]);
  expect(mirror.resets).toBe(1);
  expect(cursorIn(mirror).epoch).toBe(now.epoch);
});

test('a first load continues although resources were added before its position or removed', async () => {
  await insertRows(
    store,
    clock,
    'posts',
    Array.from({ length: limits.feedPageRows + 20 }, () => postOf('author')),
  );
  const [mirror, lost] = [new FeedMirror(feed), new FeedMirror(feed)];
  await mirror.page(callerOf('author'));
  lost.cursor = writeCursor({ ...cursorIn(mirror), loading: { ...cursorIn(mirror).loading!, resource: 'gone since' } });
  expect(cursorIn(mirror).loading).toMatchObject({ resource: 'posts' });
  await mirror.pull(callerOf('author'));
  await lost.pull(callerOf('author'));
  expect([mirror.resets, lost.resets]).toEqual([1, 0]);
  expect(mirror.content).toEqual(await freshContent(callerOf('author')));
  expect(lost.content).toEqual(mirror.content);
});

/** Returns a cursor whose next page has room for one row, with a load of these scopes that the server never began. */
async function forged(who: PersonName): Promise<(loading: Pick<Loading, 'scopes' | 'resource'>) => string> {
  const mirror = new FeedMirror(feed);
  await mirror.pull(callerOf(who));
  await insertRows(
    store,
    clock,
    'posts',
    Array.from({ length: limits.feedPageRows - 1 }, () => postOf('author')),
  );
  return ({ scopes, resource }) =>
    writeCursor({
      ...cursorIn(mirror),
      numbers: new Map([...cursorIn(mirror).numbers, ...scopes.map((scope) => [scope, 0] as const)]),
      loading: { scopes, resource, scope: scopes.at(-1)!, below: 1_000_000_000 },
    });
}
type Loading = NonNullable<Cursor['loading']>;

const ofOthers = [
  ['reports of another person', scopeOf.user(people.outsider.id), 'ownReports', () => ownReportOf('outsider', 'author') as BaseRow],
  [
    'dating of an event without an opt-in',
    scopeOf.dating(home),
    'datingParticipants',
    () => ({ id: uuidv7(), version: 1, eventId: home, userId: people.admin.id }) as BaseRow,
  ],
] as const;

test.each(ofOthers)('a forged cursor does not reveal changes in %s', async (_what, scope, resource, rowOf) => {
  const reader = callerOf('participant');
  const cursorOf = await forged('participant');
  const cursors = [[scope], [scopeOf.user(reader.userId), scope]].map((scopes) => cursorOf({ scopes, resource }));
  const readAll = () => Promise.all([true, false].flatMap((piecewise) => cursors.map((one) => feed.readPage(reader, one, piecewise))));
  const before = await readAll();
  await insertRows(store, clock, resource, [rowOf()]);
  expect(await readAll()).toEqual(before);
});

test('a forged cursor that repeats a scope does not multiply the reads', async () => {
  const own = scopeOf.user(people.participant.id);
  const cursor = (await forged('participant'))({ scopes: Array.from({ length: 1_000 }, () => own), resource: 'me' });
  const page = await feed.readPage(callerOf('participant'), cursor, true);
  expect(readCursor(page.cursor, [])?.loading?.scopes.length ?? 0).toBeLessThan(2);
});

test('another person or epoch starts over, and so does another role or event for an app that is not piecewise', async () => {
  const mirror = new FeedMirror(feed);
  await mirror.pull(callerOf('author'));
  const cursor = mirror.cursor;
  const resetFor = async (caller: Caller) => (await feed.readPage(caller, cursor)).reset;
  expect(await resetFor(callerOf('author'))).toBe(false);
  expect(await resetFor(callerOf('participant'))).toBe(true);
  expect(await resetFor({ ...callerOf('author'), eventRoles: { [home]: 'admin' } })).toBe(true);
  expect(await resetFor({ ...callerOf('author'), activeEventId: null })).toBe(true);
  await sqlOf(store.reading).updateTable('meta').set({ value: 'restored' }).where('name', '=', 'epoch').execute();
  expect(await resetFor(callerOf('author'))).toBe(true);
});

test('a cursor that is ahead of a restored database reloads that scope', async () => {
  const mirror = new FeedMirror(feed);
  await write('author', 'Nach der Sicherung');
  await mirror.pull(callerOf('author'));
  await sqlOf(store.reading).updateTable('scope_counters').set({ number: 1 }).where('scope', '=', `event:${home}`).execute();
  expect((await feed.readPage(callerOf('author'), mirror.cursor)).reset).toBe(true);
  await mirror.pull(callerOf('author'));
  expect(mirror.resets).toBe(1);
  expect(mirror.content).toEqual(await freshContent(callerOf('author')));
});

test('a reader that was away for longer than tombstones live reloads the affected scopes only', async () => {
  const [away, former, present] = [new FeedMirror(feed), new FeedMirror(feed, { piecewise: false }), new FeedMirror(feed)];
  const id = await write('author', 'Bald gelöscht');
  await away.pull(callerOf('participant'));
  await former.pull(callerOf('participant'));
  await remove('author', id);
  await present.pull(callerOf('author'));
  clock.time += times.tombstoneLife + times.day;
  await purge(store, clock);
  const [resets, changes] = [present.resets, await present.pull(callerOf('author'))];
  // Dating data is deleted by then, and the row of the event announces the rest: both are changes.
  expect(changes.filter(({ resource }) => !/^dating|^events$/.test(resource))).toEqual([]);
  expect(present.resets - resets).toBe(0);
  const changed = await away.pull(callerOf('participant'));
  expect(away.resets).toBe(1);
  expect(new Set(changed.map(({ resource }) => resource))).not.toContain('me');
  await former.pull(callerOf('participant'));
  expect(former.resets).toBe(2);
  for (const mirror of [away, former]) expect(mirror.content).toEqual(await freshContent(callerOf('participant')));
});

/** One step while a reader pages. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), count: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('toggle' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('page' as const), reader: fc.constantFrom<PersonName>('participant', 'orga', 'stranger') }),
);

test('readers end level with the database after random writes between their pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await close();
      await open();
      const mirrors = new Map<PersonName, FeedMirror>();
      const mirrorOf = (who: PersonName) => mirrors.get(who) ?? mirrors.set(who, new FeedMirror(feed)).get(who)!;
      const ids: string[] = [];
      const announcements = [announcementOf({ title: 'A' }), announcementOf({ title: 'B', active: false })] as BaseRow[];
      await insertRows(store, clock, 'announcements', announcements);
      for (const one of steps) {
        if (one.kind === 'write') {
          const rows = Array.from({ length: one.count }, () => postOf('author'));
          await insertRows(store, clock, 'posts', rows);
          ids.push(...rows.map(({ id }) => id));
        } else if (one.kind === 'remove') {
          const [id] = ids.splice(one.pick % Math.max(1, ids.length), 1);
          if (id) await remove('author', id);
        } else if (one.kind === 'toggle') {
          const index = one.pick % announcements.length;
          const before = announcements[index] as BaseRow & { active: boolean };
          const after = { ...before, active: !before.active, version: before.version + 1 };
          await replaceRow(store, clock, 'announcements', before, after);
          announcements[index] = after;
        } else {
          await mirrorOf(one.reader).page(callerOf(one.reader));
        }
      }
      for (const [who, mirror] of mirrors) {
        await mirror.pull(callerOf(who));
        expect(mirror.resets).toBe(1);
        expect(mirror.content).toEqual(await freshContent(callerOf(who)));
      }
    }),
    { numRuns: timesByChance({ gate: 6, full: 200 }), seed: 1 },
  );
}, 300_000);
