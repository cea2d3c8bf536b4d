import { act, waitFor } from '@testing-library/react';
import { v7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readMarksId } from '#contract/resources/read-marks.ts';
import { changeList } from '#contract/rules/change-lists.ts';
import type { EventDatabase } from '#db/database.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { markSeenOrder } from '#sync/mirror/mark-seen-order.ts';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { changeRemotely, scheduleEntry, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { ReadMarksSender } from './read-marks-sender.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

const sent = async (): Promise<unknown[]> => (await db.outbox.toArray()).map(({ resource, args }) => ({ resource, args }));
const chatUpTo = (order: number) => ({ resource: 'readMarks', args: { marks: [{ list: 'chat', order }] } });
const goOnline = ({ status }: SyncClient): void => act(() => status.set({ ...status.get(), connection: 'online' }));
const passPause = (): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(3_100));

test('shares marks together after a pause', async () => {
  goOnline(show(db, <ReadMarksSender />));
  await changeRemotely(() => markSeenOrder(db, 'chat', eventId, 4));
  await changeRemotely(() => markSeenOrder(db, 'chat', eventId, 7));
  expect(await sent()).toEqual([]);
  await waitFor(async () => {
    await passPause();
    expect(await sent()).toEqual([chatUpTo(7)]);
  });
  await passPause();
  expect(await sent()).toHaveLength(1);
});

test('shares nothing without network, and everything when the network is back', async () => {
  await markSeenOrder(db, 'chat', eventId, 4);
  const client = show(db, <ReadMarksSender />);
  await passPause();
  expect(await sent()).toEqual([]);
  goOnline(client);
  await waitFor(async () => {
    await passPause();
    expect(await sent()).toEqual([chatUpTo(4)]);
  });
});

test('shares at once and only once when the page is hidden', async () => {
  goOnline(show(db, <ReadMarksSender />));
  await changeRemotely(() => markSeenOrder(db, 'chat', eventId, 4));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await waitFor(async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await sent()).toEqual([chatUpTo(4)]);
  });
});

test('shares no mark that another device has shared already', async () => {
  const marks = [{ list: 'chat', order: 9 }];
  await db.mirror('readMarks').put({ id: readMarksId(eventId, userId), version: 1, eventId, userId, marks });
  goOnline(show(db, <ReadMarksSender />));
  await changeRemotely(() => markSeenOrder(db, 'chat', eventId, 4));
  await passPause();
  expect(await sent()).toEqual([]);
});

test('shares seen changes in a command of their own', async () => {
  const row = scheduleEntry(v7(), { version: 3 });
  await db.mirror('schedule').put(row);
  const news = await db.news.add({ resource: 'schedule', rowId: row.id, before: null, after: row, version: 3, at: 0 });
  const client = show(db, <ReadMarksSender />);
  goOnline(client);
  await changeRemotely(() => markSeenOrder(db, 'chat', eventId, 4));
  await changeRemotely(async () => (await client.engine()).markSeen([{ id: news, version: 3 }]));
  const seen = { resource: 'readMarks', args: { marks: [{ list: changeList('schedule', row.id), order: 3 }] } };
  await waitFor(async () => {
    await passPause();
    expect(await sent()).toEqual([chatUpTo(4), seen]);
  });
  await passPause();
  expect(await sent()).toHaveLength(2);
});
