import { afterEach, beforeEach, expect, test } from 'vitest';
import { userStatisticId, userStatistics } from '#contract/resources/statistics.ts';
import { eventId, freshDatabase, quietPorts, userId } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { callOf } from './due-commands.ts';
import { storeArrivals } from '../mirror/mirror.ts';
import { discard, enqueue } from '../outbox/outbox.ts';
import { settle } from './settle.ts';

const ports = quietPorts();
let db: EventDatabase;
beforeEach(() => void (db = freshDatabase()));
afterEach(() => db.close());

const id = userStatisticId(4, userId);
const count = (value: number, change: 1 | -1) =>
  enqueue(db, ports, { resource: 'userStatistics', mutation: 'count', args: { value, change }, id, eventId });
const row = (version: number, value: number) => ({ id, version, eventId, statisticId: 4, userId, value });
const shown = async () => {
  const record = await db.mirror('userStatistics').get(id);
  return record && !record.$gone ? record.value : null;
};

test('the first change makes the row, later ones change it, and the call names its subject', async () => {
  const first = await count(1, 1);
  await count(2, 1);
  expect(await shown()).toBe(2);
  expect(callOf(first)).toMatchObject({ method: 'POST', path: '/api/users/me/statistic/4', body: { value: 1, change: 1 } });
});

test('a count from another device is added to the pending ones', async () => {
  await count(1, 1);
  const { seq } = await count(2, 1);
  await storeArrivals(db, userStatistics, [{ id, base: { row: row(7, 30), version: 7 } }]);
  expect(await shown()).toBe(32);
  const [first] = await db.outbox.toArray();
  await settle(db, ports, [{ entry: first!, answer: { key: first!.key, status: 200, body: row(8, 31) } }]);
  expect(await shown()).toBe(32);
  expect((await db.outbox.toArray()).map((entry) => entry.seq)).toEqual([seq]);
});

test('discarding the first change leaves no row', async () => {
  const { key } = await count(1, 1);
  await discard(db, [key]);
  expect(await shown()).toBeNull();
  expect(await db.mirror('userStatistics').count()).toBe(0);
});
