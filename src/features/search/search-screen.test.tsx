import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { breakfast, eventId, participant, quietPorts, removePost, storedPost, userId, writePost } from '#tests/fixtures/device.ts';
import { announcement, changeRemotely, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { ThreadWorker } from '#tests/fixtures/screens/web-worker.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { SearchScreen } from './search-screen.tsx';

const ben = userId + 1;
let db: EventDatabase;
setUpScreen('participant', (device) => putDemoScreens((db = device)));
beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => {});
  sessionStorage.clear();
  history.replaceState(null, '');
  await db.mirror('participants').bulkPut([participant(userId, 'Anna'), participant(ben, 'Ben Zeltner')]);
  await db.mirror('schedule').put({ ...breakfast, title: 'Breakfast in the tent' });
  await db.mirror('posts').bulkPut([storedPost('post-1', { content: 'Who has a tent?', authorId: ben })]);
});
afterEach(() => vi.unstubAllGlobals());

async function open(): Promise<ReturnType<typeof memoryLocation>> {
  const location = memoryLocation({ path: '/search', record: true });
  show(
    db,
    <Router hook={location.hook}>
      <SearchScreen />
    </Router>,
  );
  await screen.findByRole('searchbox');
  return location;
}

const field = (): HTMLInputElement => screen.getByRole('searchbox', { name: 'Search everything' });
/** Returns the hits as text, by group. */
const groups = (): Record<string, (string | null)[]> =>
  Object.fromEntries(
    screen.queryAllByRole('heading', { level: 2 }).map((heading) => {
      const rows = within(heading.closest('section')!).getAllByRole('listitem');
      return [
        heading.textContent.replace(/ \d+$/, ''),
        rows.map((row) => row.querySelector('mark')?.closest('span')?.textContent ?? row.textContent),
      ];
    }),
  );

test('finds rows of the device while a person types, with the matches marked', async () => {
  await open();
  expect(document.activeElement).toBe(field());
  await user.keyboard('tent');
  await waitFor(() => expect(groups()).toEqual({ Schedule: ['Breakfast in the tent'], Chat: ['Who has a tent?'] }));
  expect(screen.getAllByText('tent', { selector: 'mark' })).toHaveLength(2);
  expect(screen.getByText('Ben Zeltner')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('2 results');
  expect(screen.getByRole('link', { name: /Who has a tent/ }).getAttribute('href')).toBe('/chat/thread/post-1');
  expect(screen.getByRole('link', { name: /Breakfast/ }).getAttribute('href')).toBe('/schedule/entry/a');
});

test('follows changes of the device while the screen is open', async () => {
  await open();
  await fillIn(field(), 'tent');
  await screen.findByRole('link', { name: /Who has a tent/ });
  await changeRemotely(() => writePost(db, quietPorts(), 'My tent is free'));
  expect((await screen.findByRole('link', { name: /My tent is free/ })).textContent).toContain('Waiting');
  await changeRemotely(() => removePost(db, quietPorts(), 'post-1'));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Who has a tent/ })).toBeNull());
  expect(screen.getByRole('link', { name: /My tent is free/ })).toBeDefined();
});

test('excludes rows of hidden people, drafts of announcements and screens that are off', async () => {
  await db
    .mirror('announcements')
    .bulkPut([announcement('on', { title: 'Tent on', active: true }), announcement('off', { title: 'Tent off' })]);
  await db.mirror('hiddenPeople').put({ id: `${userId}-${ben}`, version: 1, userId, otherId: ben, hidden: true });
  const [chat, schedule] = await Promise.all(
    ['/chat', '/schedule'].map((path) =>
      db
        .mirror('modules')
        .filter(({ menu_entries }) => menu_entries.some(({ navigationPath }) => navigationPath === path))
        .first(),
    ),
  );
  expect(chat?.isActive).toBe(true);
  await db.mirror('modules').put({ ...schedule!, isActive: false });
  await open();
  await fillIn(field(), 'tent');
  await waitFor(() => expect(groups()).toEqual({ Announcements: ['Tent on'] }));
  await fillIn(field(), 'zeltner');
  await screen.findByText('Nothing found for “zeltner”');
});

test('never finds dating data or the rows of another event', async () => {
  await db.mirror('datingParticipants').put({ id: `${eventId}-${ben}`, version: 1, eventId, userId: ben, gender: 'Tent' } as never);
  await db.mirror('posts').put({ ...storedPost('elsewhere', { content: 'A tent elsewhere' }), eventId: eventId + 1 });
  await open();
  await fillIn(field(), 'tent');
  await waitFor(() => expect(groups()).toEqual({ Schedule: ['Breakfast in the tent'], Chat: ['Who has a tent?'] }));
});

test('moves through the hits by keys, opens one, and clears the field', async () => {
  const location = await open();
  await user.keyboard('tent');
  await screen.findByRole('link', { name: /Who has a tent/ });
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Breakfast');
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Who has a tent');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(field());
  await user.keyboard('{Escape}');
  expect(field().value).toBe('');
  await user.keyboard('tent');
  await screen.findByRole('link', { name: /Who has a tent/ });
  await user.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(location.history.at(-1)).toBe('/chat/thread/post-1');
});

test('focuses a hit of a later group when the person returns from it', async () => {
  await open();
  await user.keyboard('tent');
  await screen.findByRole('link', { name: /Who has a tent/ });
  cleanup();
  history.replaceState({ openedHit: 'post-1' }, '');
  await open();
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Who has a tent'));
});

test('shows the contacts of a person', async () => {
  await open();
  await fillIn(field(), 'ben');
  await user.click(await screen.findByRole('button', { name: /Ben Zeltner/ }));
  expect((await screen.findByRole('dialog')).textContent).toContain('ben zeltner@demo.example');
});

test('shows all hits of a kind on request', async () => {
  await db
    .mirror('posts')
    .bulkPut(Array.from({ length: 9 }, (_, order) => storedPost(`many-${order}`, { content: `Tent number ${order}`, order: order + 10 })));
  await open();
  await fillIn(field(), 'tent');
  const more = await screen.findByRole('button', { name: 'Show all 10: Chat' });
  expect(groups()['Chat']).toHaveLength(4);
  await user.click(more);
  await waitFor(() => expect(groups()['Chat']).toHaveLength(10));
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
});

test('offers to clear a search without hits, and keeps the words and the last searches of this visit', async () => {
  await open();
  expect(screen.getByRole('heading', { name: 'Search everything' })).toBeDefined();
  await fillIn(field(), 'tent');
  await screen.findByRole('link', { name: /Who has a tent/ });
  await user.keyboard('{Escape}');
  await fillIn(field(), 'nowhere');
  await screen.findByText('Nothing found for “nowhere”');
  await user.click(screen.getByRole('button', { name: 'New search' }));
  expect(document.activeElement).toBe(field());
  await user.click(screen.getByRole('button', { name: 'tent' }));
  expect(field().value).toBe('tent');
  expect(JSON.parse(sessionStorage.getItem('search')!)).toMatchObject({ text: 'tent', recent: ['tent'] });
});

test('gives another person no words of the last one', async () => {
  sessionStorage.setItem('search', JSON.stringify({ owner: `99-${eventId}`, text: 'secret', recent: ['secret'] }));
  await open();
  expect(field().value).toBe('');
  expect(screen.queryByText('secret')).toBeNull();
});

test('searches in the page if the worker fails', async () => {
  vi.stubGlobal('Worker', ThreadWorker);
  await open();
  await fillIn(field(), 'tent');
  expect(await screen.findByRole('link', { name: /Who has a tent/ })).toBeDefined();
});
