import { v7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FeedChange } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import { type ReadMarks, readMarks, seenChangesId } from '#contract/resources/read-marks.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { changeList } from '#contract/rules/change-lists.ts';
import { breakfast, eventId, freshDatabase, quietPorts, userId } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { readCursor } from '../exchange/cursor.ts';
import { applyPage } from '../exchange/pull.ts';
import { command } from '../outbox/command.ts';
import { enqueue, park } from '../outbox/outbox.ts';
import { markChangesSeen, noteShared, unsharedChanges } from './seen-changes.ts';

let phone: EventDatabase;
let laptop: EventDatabase;
let shared: ReadMarks | null;

const entry = (version: number, part: Partial<ScheduleEntry> = {}): FeedChange => ({
  resource: 'schedule',
  id: breakfast.id,
  version,
  row: { ...breakfast, version, ...part },
});
const cancelled = (version: number): FeedChange => ({ resource: 'schedule', id: breakfast.id, version, row: null });
const published = (version: number, content: string): FeedChange => ({
  resource: 'announcements',
  id: 'news',
  version,
  row: { id: 'news', version, eventId, title: 'News', content, active: true, notificationSent: true, activatedAt: null, order: 1 },
});

/** Stores a page with these changes and the marks that the person's devices have shared. */
async function hear(db: EventDatabase, ...changes: FeedChange[]): Promise<void> {
  const from = (await readCursor(db))?.cursor;
  const marks = shared ? [{ resource: 'readMarks', id: shared.id, version: shared.version, row: shared }] : [];
  await applyPage(db, { cursor: `${from}+`, reset: false, more: false, changes: [...changes, ...marks] }, { from, now: 0 });
}

/** Shows all unseen changes. */
const see = async (db: EventDatabase): Promise<void> => markChangesSeen(db, await db.news.toArray());

/** Sends what a device has shown, as the server merges it. */
async function share(db: EventDatabase): Promise<void> {
  const marks = await unsharedChanges(db, eventId);
  if (marks.length === 0) return;
  const context = { id: seenChangesId(eventId, userId), eventId, userId, now: '2026-07-01T12:00:00.000Z', order: 0 };
  const row = readMarks.mutations.see.apply(shared, { ...context, args: { marks } }) as ReadMarks;
  shared = { ...row, version: (shared?.version ?? 0) + 1 };
  await noteShared(db, eventId, marks);
  await hear(db);
}

const unseen = async (db: EventDatabase): Promise<unknown[]> => (await db.news.toArray()).map(({ rowId }) => rowId);

beforeEach(async () => {
  shared = null;
  [phone, laptop] = [freshDatabase(), freshDatabase()];
  for (const db of [phone, laptop]) await hear(db, entry(1));
});

afterEach(() => [phone, laptop].forEach((db) => db.close()));

test.each([
  ['a moved entry', () => entry(2, { locationName: 'Barn' })],
  ['a cancelled entry', () => cancelled(2)],
  ['an announcement', () => published(1, 'Bring a towel.')],
])('%s is no news after another device has shown it', async (_name, made) => {
  for (const db of [phone, laptop]) await hear(db, made());
  await see(phone);
  await share(phone);
  expect(await unseen(laptop)).toHaveLength(1);
  await hear(laptop);
  expect(await unseen(laptop)).toEqual([]);
});

test('a change that arrives after its mark is no news', async () => {
  await hear(phone, entry(2, { locationName: 'Barn' }));
  await see(phone);
  await share(phone);
  await hear(laptop, entry(2, { locationName: 'Barn' }));
  expect(await unseen(laptop)).toEqual([]);
});

test('a change after the seen one stays news on every device', async () => {
  for (const db of [phone, laptop]) await hear(db, entry(2, { locationName: 'Barn' }));
  await see(phone);
  await hear(phone, entry(3, { locationName: 'Jetty' }));
  await share(phone);
  await hear(laptop, entry(3, { locationName: 'Jetty' }));
  expect(await unseen(phone)).toEqual([breakfast.id]);
  expect(await unseen(laptop)).toEqual([breakfast.id]);
});

test('a seen change is no news on a device that receives it with later changes of other fields', async () => {
  await hear(phone, entry(2, { locationName: 'Barn' }));
  await see(phone);
  await share(phone);
  for (const version of [3, 4]) {
    await hear(phone, entry(version, { locationName: 'Barn', details: `Text ${version}` }));
    await share(phone);
  }
  await hear(laptop, entry(4, { locationName: 'Barn', details: 'Text 4' }));
  expect(await unseen(laptop)).toEqual([]);
});

test('a change that a load has brought unseen is not shared', async () => {
  await hear(phone, entry(2, { locationName: 'Barn' }));
  await see(phone);
  await share(phone);
  const from = (await readCursor(phone))?.cursor;
  const jetty = entry(3, { locationName: 'Jetty' });
  await applyPage(phone, { cursor: 'anew', reset: true, more: false, changes: [jetty] }, { from, now: 0 });
  expect(await unsharedChanges(phone, eventId)).toEqual([]);
});

test('a change back to a state that was seen before a later one stays news', async () => {
  await hear(phone, entry(2, { locationName: 'Barn' }));
  await see(phone);
  await share(phone);
  await hear(laptop, entry(3, { locationName: 'Jetty' }));
  await see(laptop);
  await share(laptop);
  for (const db of [phone, laptop]) await hear(db, entry(4, { locationName: 'Barn' }));
  expect(await unsharedChanges(phone, eventId)).toEqual([]);
  expect(await unseen(laptop)).toEqual([breakfast.id]);
});

test('a restored row is marked by its restored version', async () => {
  await hear(phone, entry(5, { locationName: 'Barn' }));
  await see(phone);
  const from = (await readCursor(phone))?.cursor;
  const restored = entry(3, { locationName: 'Barn' });
  await applyPage(phone, { cursor: 'anew', reset: true, more: false, changes: [restored] }, { from, now: 0 });
  expect(await unsharedChanges(phone, eventId)).toEqual([{ list: `schedule-${breakfast.id}`, order: 3 }]);
});

test('nothing is shared again while an older server has rejected the marks', async () => {
  await hear(phone, entry(2, { locationName: 'Barn' }));
  await see(phone);
  expect(await unsharedChanges(phone, eventId)).toHaveLength(1);
  const target = { id: seenChangesId(eventId, userId), eventId };
  const entered = await enqueue(
    phone,
    quietPorts(),
    command('readMarks', 'see', { marks: [{ list: changeList('schedule', v7()), order: 2 }] }, target),
  );
  await park(phone, [entered], 'not_found');
  expect(await unsharedChanges(phone, eventId)).toEqual([]);
});

test('shares no mark again that the full row of marks has dropped', async () => {
  const id = (index: number): string => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  const moved = (index: number, version: number): FeedChange => ({
    resource: 'schedule',
    id: id(index),
    version,
    row: { ...breakfast, id: id(index), version, locationName: `Place ${version}` },
  });
  const all = Array.from({ length: limits.seenChanges + 1 }, (_, index) => index);
  await hear(phone, ...all.map((index) => moved(index, 1)));
  await hear(phone, ...all.map((index) => moved(index, 2)));
  await see(phone);
  await share(phone);
  expect(shared?.marks).toHaveLength(limits.seenChanges);
  await share(phone);
  expect(await unsharedChanges(phone, eventId)).toEqual([]);
});

test('marks a change on no device as seen that arrived after the drawing', async () => {
  for (const db of [phone, laptop]) await hear(db, entry(2, { locationName: 'Barn' }));
  const drawn = await phone.news.toArray();
  for (const db of [phone, laptop]) await hear(db, cancelled(3));
  await markChangesSeen(phone, drawn);
  await share(phone);
  await hear(laptop);
  expect(await unseen(laptop)).toEqual([breakfast.id]);
  expect(await unseen(phone)).toEqual([breakfast.id]);
});
