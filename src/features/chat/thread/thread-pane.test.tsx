import { screen, waitFor, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { eventId, participant, storedPost, userId } from '#tests/fixtures/device.ts';
import { loadAnew, changeRemotely, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { screenOf } from '#app/routes/routes.tsx';
import { chat } from '../manifest.ts';
import { readLostReplies } from '#features/chat/form/reply-drafts.ts';

const [p1, p2, r1] = [v7(), v7(), v7()];
let db: EventDatabase;

setUpScreen('participant', async (device) => {
  db = device;
  vi.stubGlobal('scrollTo', () => {});
  await db.mirror('participants').put(participant(userId, 'Anna'));
  await db
    .mirror('posts')
    .bulkPut([
      storedPost(p1, { content: 'first' }),
      storedPost(p2, { content: 'second', order: 2 }),
      storedPost(r1, { content: 'an answer', order: 3, replyToId: p1 }),
    ]);
  await chat.routes![0]!.screen.preload?.();
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the chat at an address, as the app does. */
function open(path: string, width: 'wide' | 'narrow'): ReturnType<typeof memoryLocation> {
  const list = { matches: width === 'wide', addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', () => list);
  const location = memoryLocation({ path, record: true });
  const [route] = chat.routes!;
  show(
    db,
    <Router hook={location.hook}>
      <Route path={route!.path}>{(params) => screenOf(route!, params)}</Route>
    </Router>,
  );
  return location;
}

const pane = () => within(screen.getByRole('region', { name: 'Thread' }));

test('a wide screen opens a thread next to the list, which keeps its page, and closes it again', async () => {
  for (let order = 4; order < 14; order += 1) await db.mirror('posts').put(storedPost(`p${order}`, { order }));
  const location = open('/chat/2', 'wide');
  await user.click(await screen.findByRole('link', { name: 'Open thread: first, 1 reply' }));
  await pane().findByText('an answer');
  expect(location.history.at(-1)).toBe(`/chat/thread/${p1}`);
  expect(document.activeElement).toBe(pane().getByRole('heading', { name: 'Thread' }));
  expect(screen.getByRole('link', { name: /^Open thread: second/ })).toBeDefined();
  expect(screen.getByRole('link', { name: /^Open thread: first/ }).getAttribute('aria-current')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Close thread' }));
  expect(await screen.findByText('Pick a post')).toBeDefined();
  expect(location.history.at(-1)).toBe('/chat/2');
});

test('a wide screen replies in the pane, and writes posts at the list', async () => {
  open('/chat', 'wide');
  await user.click(await screen.findByRole('button', { name: 'Reply: second' }));
  const reply = await screen.findByLabelText('Reply to Anna');
  expect(document.activeElement).toBe(reply);
  await fillIn(reply, 'an idea');
  await waitFor(async () => expect(await db.drafts.toArray()).toMatchObject([{ text: 'an idea', about: `posts:${p2}` }]));
  expect(screen.getByLabelText('Your post')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Send reply' }));
  await within(await pane().findByRole('list', { name: 'Replies' })).findByText('an idea');
  expect(await db.outbox.toArray()).toMatchObject([{ args: { content: 'an idea', replyToId: p2 } }]);
});

test('a phone shows a thread as a screen, also by the address of a reply, with the text of an unfinished reply', async () => {
  await db.drafts.put({ id: `reply:${eventId}:${p1}`, text: 'half a sen', updatedAt: 0 });
  open(`/chat/thread/${r1}`, 'narrow');
  expect(await screen.findByRole('heading', { level: 1, name: 'Thread' })).toBeDefined();
  expect(await screen.findByText('an answer')).toBeDefined();
  expect(screen.queryByText('second')).toBeNull();
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Reply to Anna').value).toBe('half a sen'));
  expect(screen.getByRole('link', { name: 'All posts' }).getAttribute('href')).toBe('/chat');
});

test('shows an old reply of a long thread to which a link leads', async () => {
  const replies = Array.from({ length: 60 }, (_, index) =>
    storedPost(`r${index}`, { content: `reply ${index}`, order: 10 + index, replyToId: p1 }),
  );
  await db.mirror('posts').bulkPut(replies);
  open('/chat/thread/r5', 'narrow');
  expect(await screen.findByText('reply 5')).toBeDefined();
  expect(screen.queryByText('reply 4')).toBeNull();
});

test('explains that a thread was deleted, but not while a first load may bring it', async () => {
  await loadAnew(db);
  open('/chat/thread/nowhere', 'narrow');
  await screen.findByRole('heading', { level: 1, name: 'Thread' });
  const [before] = [await db.meta.get('cursor')];
  expect(before).toBeUndefined();
  expect(screen.queryByText('This post was deleted')).toBeNull();
  await changeRemotely(() => db.meta.put({ name: 'cursor', value: { cursor: 'a', loading: false, levelAt: 1, contract: 1 } }));
  expect(await screen.findByText('This post was deleted')).toBeDefined();
});

test.each(['wide', 'narrow'] as const)('keeps all of a reply that is typed when its thread is deleted (%s)', async (width) => {
  open(`/chat/thread/${p1}`, width);
  const reply = await screen.findByLabelText('Reply to Anna');
  await fillIn(reply, 'half a');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await fillIn(reply, 'half a sentence');
  await changeRemotely(() => db.mirror('posts').delete(p1));
  await waitFor(async () => expect((await readLostReplies(db, eventId)).lost).toHaveLength(1));
  expect(await screen.findByText('This post was deleted')).toBeDefined();
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Your text').value).toBe('half a sentence'));
});
