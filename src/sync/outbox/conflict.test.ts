import { beforeEach, expect, test } from 'vitest';
import { arrangementId } from '#contract/rules/arranged.ts';
import type { Arrangement } from '#contract/resources/arrangements.ts';
import { type Share, shares } from '#contract/resources/shares.ts';
import { schedule, type ScheduleEntry } from '#contract/resources/schedule.ts';
import type { ArgsOf } from '#contract/resource.ts';
import { breakfast, eventId, freshDatabase, quietPorts, userId } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry, WaitingBytes } from '#db/records.ts';
import { callOf } from '../exchange/due-commands.ts';
import { storeArrivals } from '../mirror/mirror.ts';
import { conflictOf, resolve } from './conflict.ts';
import { pictureArgument } from './draft-pictures.ts';
import { command } from './command.ts';
import { enqueue } from './outbox.ts';
import { settle } from '../exchange/settle.ts';

const ports = quietPorts();
const row = breakfast;
const theirs: ScheduleEntry = { ...row, version: 2, title: 'Brunch' };
let db: EventDatabase;

beforeEach(async () => {
  db = freshDatabase();
  await arrives(row);
  return () => db.close();
});

const arrives = (current: ScheduleEntry): Promise<void> =>
  db.transaction('rw', db.outbox, db.mirror('schedule'), () =>
    storeArrivals(db, schedule, [{ id: row.id, base: { row: current, version: current.version } }]),
  );
const enqueued = (mutation: string, args: object): Promise<OutboxEntry> =>
  enqueue(db, ports, { resource: 'schedule', mutation, args, id: row.id, eventId });
const stale = (entry: OutboxEntry, current: ScheduleEntry): Promise<void> =>
  settle(db, ports, [{ entry, answer: { key: entry.key, status: 412, body: { error: 'version_conflict', message: '', current } } }]);
const stored = async (entry: OutboxEntry): Promise<OutboxEntry> => (await db.outbox.get(entry.seq)) as OutboxEntry;

test('a change over a pending change sends version 0, as the first may still end in a conflict', async () => {
  const first = await enqueued('edit', { title: 'Early breakfast' });
  await arrives(theirs);
  const second = await enqueued('edit', { title: 'Late breakfast' });
  await stale(first, theirs);
  // Their version was never seen, so both are in conflict.
  expect([callOf(first).ifMatch, callOf(second).ifMatch]).toEqual([1, 0]);
  await stale(second, theirs);
  expect([await stored(first), await stored(second)]).toMatchObject([{ state: 'conflict' }, { state: 'conflict' }]);
});

test('a change over an accepted change of the same device is sent again without a conflict', async () => {
  const first = await enqueued('edit', { title: 'Early breakfast' });
  const second = await enqueued('edit', { title: 'Late breakfast' });
  const done = { ...row, version: 2, title: 'Early breakfast' };
  await settle(db, ports, [{ entry: first, answer: { key: first.key, status: 200, body: done } }]);
  await stale(second, done);
  expect(await stored(second)).toMatchObject({ state: 'waiting', args: { title: 'Late breakfast' }, baseVersion: 2 });
});

test('a removal is in conflict only with changes that the person did not see', async () => {
  await enqueued('edit', { title: 'Brunch' });
  const removal = await enqueued('remove', {});
  await stale(removal, theirs);
  const again = await stored(removal);
  expect(again).toMatchObject({ state: 'waiting', baseVersion: 2 });
  expect(again.key).not.toBe(removal.key);
  await stale(again, { ...theirs, version: 3, details: 'Bring a cup' });
  expect(await stored(removal)).toMatchObject({ state: 'conflict' });
});

const [one, other] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
const places = (...ids: string[]) => ids.map((id, index) => ({ id, position: index + 1 }));
const ordered = (...ids: string[]): Promise<OutboxEntry> =>
  enqueue(db, ports, command('arrangements', 'menu', { updates: places(...ids) }, { id: arrangementId(eventId, 'menu'), eventId }));
const arrangement = (version: number, ...ids: string[]): Arrangement => ({
  id: arrangementId(eventId, 'menu'),
  version,
  eventId,
  list: 'menu',
  places: places(...ids),
});

test('a second order of an unordered list is in conflict, and one of the two orders wins as a whole', async () => {
  const entry = await ordered(one, other);
  expect(callOf(entry)).toMatchObject({ method: 'PUT', path: `/api/event/${eventId}/menu/bulk`, ifMatch: 0 });
  await settle(db, ports, [
    {
      entry,
      answer: { key: entry.key, status: 412, body: { error: 'version_conflict', message: '', current: arrangement(1, other, one) } },
    },
  ]);
  expect(conflictOf(await stored(entry))).toMatchObject({
    kind: 'fields',
    clashes: [{ key: 'places', yours: { places: places(one, other) }, theirs: { places: places(other, one) } }],
  });
  await resolve(db, ports, entry.key, { kind: 'fields', choices: { places: 'yours' } });
  expect(callOf(await stored(entry))).toMatchObject({ body: { updates: places(one, other) }, ifMatch: 1 });
});

test("an order that equals the server's newer version is settled", async () => {
  const entry = await ordered(one, other);
  await settle(db, ports, [
    {
      entry,
      answer: { key: entry.key, status: 412, body: { error: 'version_conflict', message: '', current: arrangement(3, one, other) } },
    },
  ]);
  expect(await stored(entry)).toBeUndefined();
});

const share: Share = {
  id: '01900000-0000-7000-8000-00000000000a',
  version: 1,
  eventId,
  authorId: userId,
  type: 'stuff',
  title: 'Tent',
  description: 'For two',
  available: 2,
  total: 3,
  surplus: 0,
  image: null,
  order: 1,
  createdAt: '2026-07-01T10:00:00.000Z',
};
const offered = (row: Share): Promise<void> =>
  db.transaction('rw', db.outbox, db.mirror('shares'), () =>
    storeArrivals(db, shares, [{ id: row.id, base: { row, version: row.version } }]),
  );
const picture = pictureArgument('01900000-0000-7000-8000-00000000000b', {
  bytes: new ArrayBuffer(3),
  type: 'image/webp',
  width: 4,
  height: 3,
});
const onShare = <M extends 'edit' | 'count'>(mutation: M, args: ArgsOf<typeof shares, M>, bytes?: WaitingBytes): Promise<OutboxEntry> =>
  enqueue(db, ports, command('shares', mutation, args, { id: share.id, eventId, ...(bytes && { bytes }) }));
const answered = (entry: OutboxEntry, status: number, body: unknown): Promise<void> =>
  settle(db, ports, [{ entry, answer: { key: entry.key, status, body } }]);

test('a change that is sent again on a newer row has valid arguments only', async () => {
  await offered(share);
  const click = await onShare('count', { change: -1 });
  const edit = await onShare('edit', { total: 4 });
  const counted = { ...share, version: 2, available: 1 };
  await answered(click, 200, counted);
  await answered(edit, 412, { error: 'version_conflict', message: '', current: counted });
  const again = await stored(edit);
  expect(again).toMatchObject({ state: 'waiting', args: { available: 1, total: 4 }, baseVersion: 2 });
  expect(shares.mutations.edit.args.safeParse(again.args).success).toBe(true);
});

test('insisting on a change of a removed offer creates it again with its pending picture', async () => {
  await offered(share);
  const edit = await onShare('edit', { image: picture.name }, picture.bytes);
  await answered(edit, 404, { error: 'not_found', message: '' });
  await resolve(db, ports, edit.key, { kind: 'insist' });
  expect(await db.outbox.toArray()).toMatchObject([{ mutation: 'create', args: { title: 'Tent', image: picture.name } }]);
  expect(await db.blobs.toArray()).toEqual([picture.bytes]);
});

test('insisting on a change of a removed offer does not name its deleted picture', async () => {
  await offered({ ...share, image: '/images/shares/AAAAAAAAAAAAAAAAAAAAAA-40x30.webp' });
  const edit = await onShare('edit', { title: 'Big tent' });
  await answered(edit, 404, { error: 'not_found', message: '' });
  await resolve(db, ports, edit.key, { kind: 'insist' });
  const [create] = await db.outbox.toArray();
  expect(create).toMatchObject({ mutation: 'create', args: { title: 'Big tent' } });
  expect(create!.args).not.toHaveProperty('image');
});

test('choosing another picture deletes the bytes of the pending one', async () => {
  await offered(share);
  const edit = await onShare('edit', { title: 'Big tent', image: picture.name }, picture.bytes);
  const theirs = { ...share, version: 2, title: 'Small tent', image: '/images/shares/AAAAAAAAAAAAAAAAAAAAAA-40x30.webp' };
  await answered(edit, 412, { error: 'version_conflict', message: '', current: theirs });
  await resolve(db, ports, edit.key, { kind: 'fields', choices: { title: 'yours', image: 'theirs' } });
  expect(await stored(edit)).toMatchObject({ state: 'waiting', args: { title: 'Big tent' } });
  expect(await db.blobs.count()).toBe(0);
});
