import { act, screen, waitFor, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { eventId, participant, serverPost, storedPost, userId, writePost, quietPorts } from '#tests/fixtures/device.ts';
import { changeRemotely, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { changeOf, putWindow, windowServer, type WindowServer } from '#tests/fixtures/screens/windowed.ts';
import { user } from '#tests/fixtures/user.ts';
import { screenOf } from '#app/routes/routes.tsx';
import type { EventDatabase } from '#db/database.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { chat } from './manifest.ts';

let db: EventDatabase;
setUpScreen('participant', async (device) => {
  db = device;
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  await db.mirror('participants').put(participant(userId, 'Anna'));
  await chat.routes![0]!.screen.preload?.();
});
afterEach(() => vi.unstubAllGlobals());

function open(path: string, { fetch }: Pick<WindowServer, 'fetch'>): SyncClient {
  const location = memoryLocation({ path });
  const [route] = chat.routes!;
  return show(
    db,
    <Router hook={location.hook}>
      <Route path={route!.path}>{(params) => screenOf(route!, params)}</Route>
    </Router>,
    { fetch },
  );
}

/** Shows an address while the server cannot be reached. */
function openOffline(path: string, server = windowServer(() => 503)): SyncClient {
  const client = open(path, server);
  act(() => client.note({ connection: 'offline' }));
  return client;
}

const [p1, p2, r1] = [v7(), v7(), v7()];
/** The newest twelve of 41 posts, from order 30 on, and an older own one. */
async function givenNewest(): Promise<void> {
  const posts = Array.from({ length: 12 }, (_, index) =>
    storedPost(`post${30 + index}`, { order: 30 + index, content: `post ${30 + index}` }),
  );
  await db.mirror('posts').bulkPut([...posts, storedPost('own', { order: 3, content: 'an old one' })]);
  await putWindow(db, { floors: { posts: 30 }, counts: { posts: 41 } });
}
const olderPage = (orders: readonly number[]) => ({
  changes: orders.map((order) =>
    changeOf('posts', serverPost(`0190f1de-0000-7000-8000-0000000000${order}`, { order, content: `post ${order}` })),
  ),
});

test('counts the posts of the server, and shows a page of the window without a call', async () => {
  await givenNewest();
  const server = windowServer(() => 503);
  open('/chat', server);
  expect(await screen.findByText('41 posts')).toBeDefined();
  expect(await screen.findByText('post 41')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Page 5' })).toBeDefined();
  expect(server.calls()).toEqual([]);
});

test('adds a pending post to the number of the server, with the time of that without network', async () => {
  await givenNewest();
  openOffline('/chat');
  expect(await screen.findByText('41 posts (as of 01.07.2026, 13:00)')).toBeDefined();
  await changeRemotely(() => writePost(db, quietPorts(), 'hello'));
  expect(await screen.findByText('42 posts (as of 01.07.2026, 13:00)')).toBeDefined();
});

test('fetches a page below the window, stores it, and shows it without network with its time', async () => {
  await givenNewest();
  const server = windowServer(() => olderPage([21, 20, 19]));
  const client = open('/chat/3', server);
  expect(await screen.findByText('post 20')).toBeDefined();
  expect(screen.queryByText('an old one')).toBeNull();
  expect(server.calls()).toEqual(['older?list=posts&page=3']);
  act(() => client.note({ connection: 'offline' }));
  expect(await screen.findByText('This page is as of 01.07.2026, 14:00.')).toBeDefined();
  expect(screen.getByText('post 20')).toBeDefined();
});

test('shows a page without network as not on this device, with the rows that are, and fetches it when the network is back', async () => {
  await givenNewest();
  const server = windowServer(() => olderPage([31, 30, 29, 28]));
  const client = openOffline('/chat/2', server);
  expect(await screen.findByRole('heading', { name: 'Not on this device' })).toBeDefined();
  expect(screen.getByText('post 31')).toBeDefined();
  expect(screen.queryByText('an old one')).toBeNull();
  expect(screen.queryByText('No posts yet')).toBeNull();
  expect(server.calls()).toEqual([]);
  act(() => client.note({ connection: 'online' }));
  expect(await screen.findByText('post 28')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Not on this device' })).toBeNull();
});

test('reports a call that failed, and repeats it on request', async () => {
  await givenNewest();
  let status = 500;
  const server = windowServer(() => (status === 500 ? 500 : olderPage([21])));
  open('/chat/3', server);
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load this.');
  status = 200;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('post 21')).toBeDefined();
});

test('fetches a thread that is not on the device, never as deleted', async () => {
  await putWindow(db, { floors: { posts: 30 }, counts: { posts: 41 } });
  const server = windowServer(() => ({
    changes: [serverPost(p1, { content: 'the question' }), serverPost(r1, { content: 'an answer', replyToId: p1, order: 2 })].map((row) =>
      changeOf('posts', row),
    ),
    floors: { [`posts/${p1}`]: 0 },
  }));
  open(`/chat/thread/${r1}`, server);
  expect(await screen.findByText('an answer')).toBeDefined();
  expect(screen.getByText('the question')).toBeDefined();
  expect(server.calls()).toEqual([`rows?resource=posts&ids=${r1}`]);
});

test('shows a thread without network as not on this device', async () => {
  await putWindow(db);
  openOffline(`/chat/thread/${p1}`);
  expect(await screen.findByRole('heading', { name: 'Not on this device' })).toBeDefined();
  expect(screen.queryByText('This post was deleted')).toBeNull();
});

test('shows a thread as deleted when the server does not have it', async () => {
  await putWindow(db);
  open(
    `/chat/thread/${p1}`,
    windowServer(() => ({ changes: [] })),
  );
  expect(await screen.findByText('This post was deleted')).toBeDefined();
});

test('keeps the draft of a reply to a post that is not on the device until the server does not have that', async () => {
  await givenNewest();
  await db.drafts.put({ id: `reply:${eventId}:${p2}`, text: 'half a sen', updatedAt: 0 });
  const client = openOffline(
    '/chat',
    windowServer(() => ({ changes: [] })),
  );
  await screen.findByText('post 41');
  expect(screen.queryByRole('region', { name: 'Reply to a deleted post' })).toBeNull();
  act(() => client.note({ connection: 'online' }));
  const lost = within(await screen.findByRole('region', { name: 'Reply to a deleted post' }));
  await waitFor(() => expect(lost.getByLabelText<HTMLTextAreaElement>('Your text').value).toBe('half a sen'));
});

test('fetches earlier replies below the floor of a thread', async () => {
  const replies = Array.from({ length: 3 }, (_, index) =>
    storedPost(`reply${10 + index}`, { order: 10 + index, replyToId: p1, content: `reply ${10 + index}` }),
  );
  await db.mirror('posts').bulkPut([storedPost(p1, { content: 'the question' }), ...replies]);
  await db.mirror('posts').put(storedPost('own', { order: 3, replyToId: p1, content: 'own reply' }));
  await putWindow(db, { floors: { [`posts/${p1}`]: 10 } });
  const server = windowServer(() => ({
    changes: [changeOf('posts', serverPost(r1, { order: 9, replyToId: p1, content: 'reply 9' }))],
    floors: { [`posts/${p1}`]: 0 },
  }));
  open(`/chat/thread/${p1}`, server);
  await screen.findByText('reply 10');
  expect(screen.queryByText('own reply')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Show earlier replies' }));
  expect(await screen.findByText('reply 9')).toBeDefined();
  expect(screen.getByText('own reply')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show earlier replies' })).toBeNull();
  expect(server.calls()).toEqual([`older?list=posts%2F${p1}&below=10`]);
});

test('warns of all replies when a post with replies below the floor is deleted, and counts those on the device', async () => {
  await db
    .mirror('posts')
    .bulkPut([storedPost(p1, { content: 'the question' }), storedPost('reply10', { order: 10, replyToId: p1, content: 'reply 10' })]);
  await putWindow(db, { floors: { [`posts/${p1}`]: 10 }, counts: { posts: 1 } });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  openOffline('/chat');
  expect(await screen.findByRole('link', { name: 'Open thread: the question, At least 1 reply' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'More actions: the question' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByText('It disappears for everyone, along with all replies.')).toBeDefined();
});

test('shows the own reply to which a link leads above the replies without a hole', async () => {
  await db
    .mirror('posts')
    .bulkPut([
      storedPost(p1, { content: 'the question' }),
      storedPost('reply10', { order: 10, replyToId: p1, content: 'reply 10' }),
      storedPost(r1, { order: 3, replyToId: p1, content: 'own reply' }),
    ]);
  await putWindow(db, { floors: { [`posts/${p1}`]: 10 } });
  openOffline(`/chat/thread/${r1}`);
  expect(await screen.findByText('own reply')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Show earlier replies' }));
  expect(await screen.findByText('Earlier replies load when you’re online.')).toBeDefined();
  await waitFor(() => expect(within(screen.getByRole('list', { name: 'Replies' })).getAllByRole('listitem')).toHaveLength(1));
});
