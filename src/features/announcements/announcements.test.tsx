import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { announcement, changeRemotely, seeElsewhere, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import { AnnouncementList } from './announcement-list.tsx';
import { AnnouncementsScreen } from './announcements-screen.tsx';
import { countAnnouncementNews } from './use-announcement-news.ts';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));

const news = (rowId: string, before: object | null, after: object | null) =>
  db.news.add({ resource: 'announcements', rowId, before: before as never, after: after as never, at: 0 });
const card = async (title: string) => within((await screen.findByRole('heading', { name: title })).closest('article')!);

test('shows the publication time of an announcement', async () => {
  const at = new Date(Date.now() - 3 * 60_000).toISOString();
  await db
    .mirror('announcements')
    .bulkPut([
      announcement('a', { active: true, activatedAt: at }),
      announcement('b', { active: true, activatedAt: '2026-07-01T10:00:00.000Z' }),
      announcement('c', { active: true }),
    ]);
  show(db, <AnnouncementsScreen />);
  expect((await card('Title a')).getByText('3m ago').getAttribute('datetime')).toBe(at);
  expect((await card('Title b')).getByText('01.07.2026, 12:00')).toBeDefined();
  expect((await card('Title c')).queryByRole('time')).toBeNull();
});

test('marks unseen announcements as new once', async () => {
  const [old, fresh] = [announcement('a', { active: true }), announcement('b', { active: true })];
  await db.mirror('announcements').bulkPut([old, fresh]);
  await news('b', null, fresh);
  await news('c', announcement('c', { active: true }), null);
  await news('d', null, announcement('d', { active: false }));
  expect(await countAnnouncementNews(db, eventId)).toBe(1);
  show(db, <AnnouncementsScreen />);
  expect(await (await card('Title b')).findByText('New')).toBeDefined();
  await waitFor(async () => expect(await db.news.count()).toBe(0));
  expect((await card('Title b')).getByText('New')).toBeDefined();
  expect((await card('Title a')).queryByText('New')).toBeNull();
  cleanup();
  show(db, <AnnouncementsScreen />);
  expect((await card('Title b')).queryByText('New')).toBeNull();
});

test('marks a new announcement on the home screen without counting it as seen', async () => {
  const row = announcement('a', { active: true });
  await db.mirror('announcements').put(row);
  await news('a', null, row);
  const event = (await db.mirror('events').get(eventId))!;
  show(db, <AnnouncementList event={event} announcements={[row]} level={3} brief />);
  expect(await (await card('Title a')).findByText('New')).toBeDefined();
  cleanup();
  show(db, <AnnouncementsScreen />);
  expect(await (await card('Title a')).findByText('New')).toBeDefined();
  await waitFor(async () => expect(await db.news.count()).toBe(0));
});

test('marks no announcement as new that the person has seen on another device', async () => {
  const row = announcement('a', { active: true });
  await db.mirror('announcements').put(row);
  await db.news.add({ resource: 'announcements', rowId: 'a', before: null, after: row, version: 1, at: 0 });
  const event = (await db.mirror('events').get(eventId))!;
  show(db, <AnnouncementList event={event} announcements={[row]} level={3} brief />);
  expect(await (await card('Title a')).findByText('New')).toBeDefined();
  await seeElsewhere(db, 'announcements', 'a', 1);
  await waitFor(async () => expect((await card('Title a')).queryByText('New')).toBeNull());
  expect(await countAnnouncementNews(db, eventId)).toBe(0);
});

test('keeps an announcement new while the page is hidden', async () => {
  const shown = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const row = announcement('a', { active: true });
  await db.mirror('announcements').put(row);
  show(db, <AnnouncementsScreen />);
  await changeRemotely(() => news('a', null, row));
  await card('Title a');
  expect(await countAnnouncementNews(db, eventId)).toBe(1);
  shown.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await (await card('Title a')).findByText('New')).toBeDefined();
  await waitFor(async () => expect(await db.news.count()).toBe(0));
});

test('keeps announcements of another event new until they are shown there', async () => {
  const row = announcement('a', { active: true });
  await db.mirror('announcements').put(row);
  await news('a', null, row);
  await news('x', null, announcement('x', { active: true, eventId: 2 }));
  show(db, <AnnouncementsScreen />);
  expect(await (await card('Title a')).findByText('New')).toBeDefined();
  await waitFor(async () => expect(await countAnnouncementNews(db, eventId)).toBe(0));
  expect(await countAnnouncementNews(db, 2)).toBe(1);
});

test.each([
  ['participant', false],
  ['admin', true],
] as const)('offers the first announcement to organisers only: %s', async (role, mayAdd) => {
  await db.mirror('me').update(userId, { memberships: [{ eventId, role }] });
  show(db, <AnnouncementsScreen />);
  await screen.findByText('No announcements yet');
  expect(screen.queryByRole('link', { name: 'Add announcement' }) !== null).toBe(mayAdd);
});
