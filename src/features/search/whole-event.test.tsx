import { act, screen, waitFor, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { BaseRow } from '#contract/resource.ts';
import { contractVersion } from '#contract/version.ts';
import { participant, serverPost, storedPost, userId } from '#tests/fixtures/device.ts';
import { setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { changeOf, putWindow, windowServer } from '#tests/fixtures/screens/windowed.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { SearchScreen } from './search-screen.tsx';

const [ben, cleo] = [userId + 1, userId + 2];
let db: EventDatabase;
setUpScreen('participant', (device) => putDemoScreens((db = device)));
beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => {});
  sessionStorage.clear();
  history.replaceState(null, '');
  await db.mirror('participants').bulkPut([participant(userId, 'Anna'), participant(ben, 'Ben')]);
  await db.mirror('posts').put(storedPost('post-1', { content: 'Who has a tent?', authorId: ben, order: 50 }));
  await putWindow(db, { floors: { posts: 50 }, counts: { posts: 100 } });
});
afterEach(() => vi.unstubAllGlobals());

async function search(text: string, server = windowServer(() => ({ changes: [], next: null }))): Promise<SyncClient> {
  const location = memoryLocation({ path: '/search' });
  const client = show(
    db,
    <Router hook={location.hook}>
      <SearchScreen />
    </Router>,
    server,
  );
  await fillIn(await screen.findByRole('searchbox'), text);
  return client;
}
const whole = async () => within(await screen.findByRole('region', { name: 'In the whole event' }));
const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }));

test('names hits of the device, and finds older ones of the server on request, without storing them', async () => {
  const old = { ...serverPost(v7(), { content: 'My tent leaks', order: 3 }), authorId: cleo };
  const server = windowServer((_call, query) => ({
    changes: query.get('list') === 'posts' ? [changeOf('posts', old), changeOf('participants', participant(cleo, 'Cleo'))] : [],
    next: null,
  }));
  await search('tent', server);
  expect(await screen.findByRole('heading', { name: 'On this device' })).toBeDefined();
  expect((await whole()).getByText('Only the newest posts and photos and some of the people are on this device.')).toBeDefined();
  expect(server.calls()).toEqual([]);
  await press('Search the whole event');
  const hit = await (await whole()).findByRole('link', { name: /My tent leaks/ });
  expect(hit.getAttribute('href')).toBe(`/chat/thread/${old.id}`);
  expect(hit.textContent).toContain('Cleo');
  expect((await whole()).queryByRole('button', { name: /older ones/ })).toBeNull();
  expect(server.calls().toSorted()).toEqual(['participants', 'photos', 'posts'].map((list) => `search?list=${list}&text=tent`));
  expect(await db.mirror('posts').get(old.id)).toBeUndefined();
});

test('continues where the server stopped, and only in lists with more rows', async () => {
  const server = windowServer((_call, query) => {
    const isPosts = query.get('list') === 'posts';
    if (!query.has('below')) return { changes: [], next: isPosts ? 40 : null };
    return { changes: [changeOf('posts', serverPost(v7(), { content: 'An old tent', order: 2 }))], next: null };
  });
  await search('tent', server);
  await whole();
  await press('Search the whole event');
  expect(await screen.findByText('Nothing found so far.')).toBeDefined();
  await press('Search older ones');
  expect(await (await whole()).findByRole('link', { name: /An old tent/ })).toBeDefined();
  expect(server.calls().slice(3)).toEqual(['search?list=posts&text=tent&below=40']);
});

test('leaves out posts of hidden people', async () => {
  await db.mirror('hiddenPeople').put({ id: `${userId}-${cleo}`, version: 1, userId, otherId: cleo, hidden: true });
  await search(
    'tent',
    windowServer(() => ({
      changes: [changeOf('posts', { ...serverPost(v7(), { content: 'A tent' }), authorId: cleo } as BaseRow)],
      next: null,
    })),
  );
  await whole();
  await press('Search the whole event');
  expect(await screen.findByText('Nothing found in the whole event.')).toBeDefined();
});

test('finds nothing on this device, and offers the whole event again with network', async () => {
  const client = await search('zebra');
  act(() => client.note({ connection: 'offline' }));
  expect(await screen.findByText('Nothing found on this device for “zebra”')).toBeDefined();
  expect((await whole()).getByText('You can search the whole event when you’re online.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Search the whole event' })).toBeNull();
  act(() => client.note({ connection: 'online' }));
  expect(await screen.findByRole('button', { name: 'Search the whole event' })).toBeDefined();
});

test('reports a search that failed, and searches again', async () => {
  let status = 500;
  await search(
    'tent',
    windowServer(() => (status === 500 ? 500 : { changes: [], next: null })),
  );
  await whole();
  await press('Search the whole event');
  expect((await screen.findByRole('alert')).textContent).toBe('The search didn’t work. Try again in a moment.');
  status = 200;
  await press('Search the whole event');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(await screen.findByText('Nothing found in the whole event.')).toBeDefined();
});

test('shows no second search in an event that the device holds whole', async () => {
  await db.meta.put({ name: 'cursor', value: { cursor: 'a', loading: false, levelAt: 1, contract: contractVersion } });
  await search('tent');
  expect(await screen.findByRole('link', { name: /Who has a tent/ })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'On this device' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'In the whole event' })).toBeNull();
});
