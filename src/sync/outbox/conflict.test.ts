import { beforeEach, expect, test } from 'vitest';
import { schedule, type ScheduleEntry } from '../../../contract/resources/schedule.ts';
import { eventId, freshDatabase, quietPorts } from '../../../tests/fixtures/device.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { callOf } from '../exchange/due.ts';
import { storeArrivals } from '../mirror/mirror.ts';
import { enqueue } from './outbox.ts';
import { settle } from '../exchange/settle.ts';

const ports = quietPorts();
const row: ScheduleEntry = {
  id: 'a',
  version: 1,
  eventId,
  title: 'Breakfast',
  details: null,
  startDate: '2026-07-02T08:00:00.000Z',
  endDate: '2026-07-02T09:00:00.000Z',
  locationName: 'Kitchen',
  locationUrl: null,
  locationAddress: null,
};
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
  enqueue(db, ports, { resource: schedule, mutation, args, id: row.id, eventId });
const stale = (entry: OutboxEntry, current: ScheduleEntry): Promise<void> =>
  settle(db, ports, [{ entry, answer: { key: entry.key, status: 412, body: { error: 'version_conflict', message: '', current } } }]);
const stored = async (entry: OutboxEntry): Promise<OutboxEntry> => (await db.outbox.get(entry.seq)) as OutboxEntry;

test('a change that was made over one of one’s own names no version of the server: the first may yet be asked about', async () => {
  const first = await enqueued('edit', { title: 'Early breakfast' });
  await arrives(theirs);
  const second = await enqueued('edit', { title: 'Late breakfast' });
  await stale(first, theirs);
  // Theirs was never seen: both are asked about.
  expect([callOf(first).ifMatch, callOf(second).ifMatch]).toEqual([1, 0]);
  await stale(second, theirs);
  expect([await stored(first), await stored(second)]).toMatchObject([{ state: 'conflict' }, { state: 'conflict' }]);
});

test('a change over one of one’s own that was done goes on by itself', async () => {
  const first = await enqueued('edit', { title: 'Early breakfast' });
  const second = await enqueued('edit', { title: 'Late breakfast' });
  const done = { ...row, version: 2, title: 'Early breakfast' };
  await settle(db, ports, [{ entry: first, answer: { key: first.key, status: 200, body: done } }]);
  await stale(second, done);
  expect(await stored(second)).toMatchObject({ state: 'waiting', args: { title: 'Late breakfast' }, baseVersion: 2 });
});

test('a removal asks only about what the person did not see', async () => {
  await enqueued('edit', { title: 'Brunch' });
  const removal = await enqueued('remove', {});
  await stale(removal, theirs);
  const again = await stored(removal);
  expect(again).toMatchObject({ state: 'waiting', baseVersion: 2 });
  expect(again.key).not.toBe(removal.key);
  await stale(again, { ...theirs, version: 3, details: 'Bring a cup' });
  expect(await stored(removal)).toMatchObject({ state: 'conflict' });
});
