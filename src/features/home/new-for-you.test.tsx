import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { eventId, participant, userId } from '#tests/fixtures/device.ts';
import type { Photo } from '#contract/resources/photos.ts';
import type { Post } from '#contract/resources/posts.ts';
import { announcement, scheduleEntry, seeElsewhere, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import { threadList } from '#contract/rules/read-lists.ts';
import { user } from '#tests/fixtures/user.ts';
import { readSeenOrder } from '#sync/mirror/seen-order.ts';
import { markSeenOrder } from '#sync/mirror/mark-seen-order.ts';
import { HomeScreen } from './home-screen.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => putDemoScreens((db = device)));

const ben = userId + 1;
const minute = (count: number): string => new Date(Date.parse('2026-07-02T10:00:00Z') + count * 60_000).toISOString();

function post(order: number, authorId: number, replyToId: string | null = null): Post {
  const id = `post-${order}`;
  const content = `Text ${order}`;
  return { id, version: order, eventId, authorId, content, replyToId, order, createdAt: minute(order) };
}

function photo(order: number): Photo {
  const id = `photo-${order}`;
  return { id, version: order, eventId, authorId: ben, url: `p${order}`, description: 'Lake', order, createdAt: minute(order) };
}

beforeEach(async () => {
  await db.mirror('participants').put(participant(ben, 'Ben'));
  await db.mirror('posts').bulkPut([post(1, userId), post(2, ben)]);
  await db.mirror('photos').put(photo(3));
});

/** Returns the lines of "New for you" from top to bottom. */
async function lines(): Promise<(string | null)[]> {
  show(db, <HomeScreen />);
  const section = await screen.findByRole('region', { name: 'New for you' });
  return [...section.querySelectorAll('a')].map((link) =>
    [...link.querySelectorAll('span > span')].map((part) => part.textContent).join(' | '),
  );
}

test('lists announcements, changes, replies, posts and photos since the last visits, the newest first', async () => {
  await markSeenOrder(db, 'chat', eventId, 2);
  await markSeenOrder(db, 'photos', eventId, 3);
  await db.mirror('posts').bulkPut([post(4, ben, 'post-1'), post(5, ben), post(6, ben), post(7, userId)]);
  await db.mirror('photos').put(photo(8));
  const at = Date.parse(minute(9));
  await db.news.add({ resource: 'announcements', rowId: 'a', before: null, after: announcement('a', { active: true }), at });
  expect(await lines()).toEqual(['Title a', '1 new photo', '2 new posts in the chat', 'Ben replied to you | Text 4']);
});

test('shows no posts before the first visit of the chat, and none that were shown', async () => {
  await db.mirror('posts').bulkPut([post(4, ben)]);
  await markSeenOrder(db, 'photos', eventId, 0);
  expect(await lines()).toEqual(['1 new photo']);
});

test('omits the photos if the event has turned them off', async () => {
  await markSeenOrder(db, 'photos', eventId, 0);
  await markSeenOrder(db, 'chat', eventId, 1);
  const modules = await db.mirror('modules').toArray();
  const pictures = modules.find(({ menu_entries }) => menu_entries.some(({ navigationPath }) => navigationPath === '/pictures'));
  await db.mirror('modules').update(pictures!.id, { isActive: false });
  expect(await lines()).toEqual(['1 new post in the chat']);
});

test('omits a reply that was shown in its thread', async () => {
  await markSeenOrder(db, 'chat', eventId, 2);
  await db.mirror('posts').bulkPut([post(4, ben, 'post-1'), post(5, ben), post(6, ben, 'post-1')]);
  await markSeenOrder(db, threadList('post-1'), eventId, 4);
  expect(await lines()).toEqual(['Ben replied to you | Text 6', '1 new post in the chat']);
});

test('marks everything as read at one press, and leaves nothing new', async () => {
  await markSeenOrder(db, 'chat', eventId, 2);
  await markSeenOrder(db, 'photos', eventId, 0);
  await db.mirror('posts').bulkPut([post(4, ben, 'post-1'), post(5, ben)]);
  await db.news.add({ resource: 'announcements', rowId: 'a', before: null, after: announcement('a', { active: true }), at: 1 });
  expect(await lines()).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'New for you' })).toBeNull());
  expect(await readSeenOrder(db, 'chat', eventId)).toBe(5);
  expect(await db.news.count()).toBe(0);
});

test('loses changes that the person has seen on another device', async () => {
  const row = announcement('a', { active: true });
  await db.news.add({ resource: 'announcements', rowId: 'a', before: null, after: row, version: 1, at: 2 });
  await db.news.add({ resource: 'schedule', rowId: 'b', before: null, after: scheduleEntry('b'), version: 1, at: 1 });
  expect(await lines()).toHaveLength(2);
  await seeElsewhere(db, 'announcements', 'a', 1);
  await waitFor(() => expect(screen.queryByRole('link', { name: /Title a/ })).toBeNull());
  expect(screen.getByRole('link', { name: /Entry b/ })).toBeDefined();
});
