import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { eventId, participant, storedPost, userId } from '#tests/fixtures/device.ts';
import { changeRemotely, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { ChatScreen } from '../chat-screen.tsx';
import { chat } from '../manifest.ts';

const ben = 20;
let db: EventDatabase;

setUpScreen('participant', async (device) => {
  db = device;
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('scrollY', 0);
  await db.mirror('participants').bulkPut([participant(userId, 'Anna'), participant(ben, 'Ben')]);
});

type Given = Pick<Parameters<typeof storedPost>[1] & object, 'authorId' | 'createdAt' | 'replyToId'>;

async function put(id: string, order: number, part: Given = {}): Promise<void> {
  const own = { content: `Post ${id}`, order, authorId: ben, createdAt: new Date().toISOString(), ...part };
  await db.mirror('posts').put(storedPost(id, own));
}

const open = (node: ReactNode = <ChatScreen page={1} />, path = '/chat'): ReturnType<typeof memoryLocation> => {
  const location = memoryLocation({ path, record: true });
  show(
    db,
    <Router hook={location.hook}>
      <main>{node}</main>
    </Router>,
  );
  return location;
};

const visit = 'New since your last visit';
const seen = () => db.meta.get(`chat-seen:${eventId}`);
const row = (text: string) => screen.getByText(text).closest('li')!;

test('shows picture and name once for posts of one author in a row, until somebody replies', async () => {
  const at = (minute: number) => ({ createdAt: `2026-07-01T10:0${minute}:00.000Z` });
  await put('1', 1, at(0));
  await put('2', 2, at(1));
  await put('3', 3, at(2));
  await put('4', 4, at(9));
  await put('answer', 5, { ...at(9), replyToId: '2' });
  open();
  await screen.findByText('Post 4');
  // The own head of a post, without those of its replies.
  const head = (id: string) => screen.getByText(`Post ${id}`).previousElementSibling as HTMLElement;
  const named = ['4', '3', '2', '1', 'answer'].filter((id) => within(head(id)).queryByRole('button', { name: 'Ben' }) !== null);
  expect(named).toEqual(['4', '3', '1', 'answer']);
  expect(screen.getAllByRole('article', { name: 'Ben' })).toHaveLength(5);
});

test('separates the days', async () => {
  const day = 24 * 3_600_000;
  const ago = (ms: number) => ({ createdAt: new Date(Date.now() - ms).toISOString() });
  await put('old', 1, { createdAt: '2026-06-30T10:00:00.000Z' });
  await put('yesterday', 2, ago(day));
  await put('today', 3, ago(0));
  open();
  await screen.findByText('Post today');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Yesterday',
    'Tuesday, June 30, 2026',
  ]);
});

test('draws a line below the posts since the last visit, which the next visit no longer has', async () => {
  await put('1', 1);
  open();
  await screen.findByText('Post 1');
  // On the first visit nothing is new.
  await waitFor(async () => expect((await seen())?.value).toBe(1));
  expect(screen.queryByText(visit)).toBeNull();
  cleanup();
  await put('2', 2);
  open();
  await screen.findByText('Post 2');
  expect(within(row('Post 1')).getByText(visit)).toBeDefined();
  await waitFor(async () => expect((await seen())?.value).toBe(2));
  // The person comes back to the app.
  await put('3', 3);
  await screen.findByText('Post 3');
  await waitFor(async () => expect((await seen())?.value).toBe(3));
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByText(visit)).toBeNull());
});

test('the menu counts the posts and replies of others since the last visit', async () => {
  const count = () => chat.badge!.count(db, eventId);
  await put('1', 1);
  expect(await count()).toBe(0);
  await db.meta.put({ name: `chat-seen:${eventId}`, value: 1 });
  await put('2', 2);
  await put('answer', 3, { replyToId: '1' });
  await put('mine', 4, { authorId: userId });
  expect(await count()).toBe(2);
  open();
  await screen.findByText('Post 2');
  await waitFor(async () => expect(await count()).toBe(0));
});

test('marks new replies, but no own ones', async () => {
  await db.meta.put({ name: `chat-seen:${eventId}`, value: 2 });
  await put('1', 1);
  await put('before', 2, { replyToId: '1' });
  await put('mine', 3, { replyToId: '1', authorId: userId });
  await put('after', 4, { replyToId: '1' });
  open();
  await screen.findByText('Post after');
  await waitFor(() => expect(within(row('Post after')).getByText('New')).toBeDefined());
  expect(screen.getAllByText('New')).toHaveLength(1);
  expect(screen.queryByText(visit)).toBeNull();
});

test('slides in posts of others that arrive later', async () => {
  await put('1', 1);
  open();
  await screen.findByText('Post 1');
  await changeRemotely(() => put('2', 2));
  await changeRemotely(() => put('3', 3, { authorId: userId }));
  await screen.findByText('Post 3');
  expect(['1', '2', '3'].map((id) => row(`Post ${id}`).className !== '')).toEqual([false, true, false]);
});

test('leads back to the newest post once the list is scrolled away, with the number of new ones', async () => {
  const scrolled = vi.fn<(x: number, y: number) => void>();
  vi.stubGlobal('scrollTo', scrolled);
  await put('1', 1);
  open();
  await screen.findByText('Post 1');
  expect(screen.queryByRole('button', { name: 'Jump to newest' })).toBeNull();
  vi.stubGlobal('scrollY', innerHeight);
  fireEvent.scroll(document);
  expect(await screen.findByRole('button', { name: 'Jump to newest' })).toBeDefined();
  await changeRemotely(() => put('2', 2));
  await changeRemotely(() => put('3', 3, { authorId: userId }));
  await user.click(await screen.findByRole('button', { name: '1 new post' }));
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('leads back to the newest post from an older page', async () => {
  for (let number = 1; number <= 11; number += 1) await put(String(number), number);
  const location = open(<ChatScreen page={2} />, '/chat/2');
  await user.click(await screen.findByRole('button', { name: 'Jump to newest' }));
  expect(location.history.at(-1)).toBe('/chat');
});
