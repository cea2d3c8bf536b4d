import { beforeEach, expect, test } from 'vitest';
import { readMarksId } from '#contract/resources/read-marks.ts';
import { threadList } from '#contract/rules/read-lists.ts';
import { limits } from '#contract/limits.ts';
import type { EventDatabase } from '#db/database.ts';
import { eventId, freshDatabase, userId } from '#tests/fixtures/device.ts';
import { markSeenOrder } from './mark-seen-order.ts';
import { readSeenOrder } from './seen-order.ts';
import { unsharedMarks } from './unshared-marks.ts';

const thread = (index: number): string => threadList(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);

let db: EventDatabase;

beforeEach(() => {
  db = freshDatabase();
});

const share = (marks: readonly { list: string; order: number }[]) =>
  db.mirror('readMarks').put({ id: readMarksId(eventId, userId), version: 1, eventId, userId, marks: [...marks] });

test('returns the higher of the own and the shared mark', async () => {
  expect(await readSeenOrder(db, 'chat', eventId)).toBeNull();
  await share([{ list: 'chat', order: 5 }]);
  expect(await readSeenOrder(db, 'chat', eventId)).toBe(5);
  await markSeenOrder(db, 'chat', eventId, 3);
  expect(await readSeenOrder(db, 'chat', eventId)).toBe(5);
  await markSeenOrder(db, 'chat', eventId, 8);
  expect(await readSeenOrder(db, 'chat', eventId)).toBe(8);
  expect(await readSeenOrder(db, 'photos', eventId)).toBeNull();
});

test('shares only marks that are higher than the shared ones', async () => {
  await markSeenOrder(db, 'chat', eventId, 4);
  await markSeenOrder(db, 'photos', eventId, 2);
  await share([{ list: 'chat', order: 4 }]);
  expect(await unsharedMarks(db, eventId)).toEqual([{ list: 'photos', order: 2 }]);
});

test('shares no mark of another event', async () => {
  await markSeenOrder(db, 'chat', 11, 4);
  expect(await unsharedMarks(db, eventId)).toEqual([]);
  expect(await unsharedMarks(db, 11)).toEqual([{ list: 'chat', order: 4 }]);
});

test('shares the mark of a thread only above that of the chat', async () => {
  await markSeenOrder(db, thread(1), eventId, 4);
  await markSeenOrder(db, thread(2), eventId, 6);
  await share([{ list: 'chat', order: 4 }]);
  expect(await unsharedMarks(db, eventId)).toEqual([{ list: thread(2), order: 6 }]);
});

test('shares the newest marks up to the limit of a call', async () => {
  for (let index = 0; index <= limits.readMarks; index += 1) await markSeenOrder(db, thread(index), eventId, index + 1);
  const marks = await unsharedMarks(db, eventId);
  expect(marks).toHaveLength(limits.readMarks);
  expect(marks[0]).toEqual({ list: thread(limits.readMarks), order: limits.readMarks + 1 });
});
