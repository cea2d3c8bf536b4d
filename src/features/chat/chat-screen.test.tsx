import { render, screen, waitFor, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contractVersion } from '#contract/version.ts';
import { eventId, freshDatabase, participant, quietPorts, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import { features } from '#app/feature-list.ts';
import type { EventDatabase } from '#db/database.ts';
import { FeaturesProvider } from '#feature-kit/features.tsx';
import { ApiClient } from '#sync/wire/api-client.ts';
import { SyncClient } from '#sync/engine/client.ts';
import { withEngine } from '#sync/engine/engine.ts';
import { Connection } from '#sync/wire/connection.ts';
import { SyncProvider } from '#sync/react/hooks.tsx';
import { park } from '#sync/outbox/outbox.ts';
import { ChatScreen } from './chat-screen.tsx';
import { readLostReplies } from './form/reply-drafts.ts';

const ports = quietPorts();
let db: EventDatabase;

beforeEach(async () => {
  await startTexts();
  db = freshDatabase();
  const nothing = { image: null, whatsapp: null, instagram: null, linkedin: null };
  const anna = {
    id: userId,
    version: 1,
    email: 'anna@demo.example',
    name: 'Anna',
    role: 'user' as const,
    activeEventId: eventId,
    ...nothing,
  };
  await db.mirror('me').put({ ...anna, memberships: [{ eventId, role: 'participant' }] });
  const dates = { startDate: '2026-07-01T00:00:00Z', endDate: '2026-07-09T00:00:00Z', timeZone: 'Europe/Berlin', dateLocale: 'de-DE' };
  await db
    .mirror('events')
    .put({ id: eventId, version: 1, title: 'Camp', description: '', visible: true, codeRequired: false, pictureKey: '', ...dates });
  await db.mirror('participants').put(participant(userId, 'Anna'));
});
afterEach(() => db.close());

async function given(posts: ReturnType<typeof serverPost>[]): Promise<void> {
  await db.mirror('posts').bulkPut(posts.map((post) => ({ ...post, thread: post.replyToId ?? '' })));
}

function show(page = 1): SyncClient {
  const connection = new Connection();
  const api = new ApiClient({ ports, connection, userId, onRefused: () => {} });
  const client = withEngine(new SyncClient({ db, ports }), { ports, api, connection });
  render(
    <FeaturesProvider features={features}>
      <SyncProvider client={client}>
        <ChatScreen page={page} />
      </SyncProvider>
    </FeaturesProvider>,
  );
  return client;
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => serverPost(`p${index}`, { content: `post ${index}`, order: index }));

test('shows the newest ten posts, their number and the pages', async () => {
  await given(many(23));
  show();
  expect(await screen.findByText('23 posts')).toBeDefined();
  await screen.findByText('post 22');
  expect(await screen.findByText('post 13')).toBeDefined();
  expect(screen.queryByText('post 12')).toBeNull();
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pages.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['1', '2', '3']);
});

test('shows the latest replies of a long thread, and adds fifty earlier ones at a time', async () => {
  const replies = Array.from({ length: 105 }, (_, index) =>
    serverPost(`r${index}`, { content: `reply ${index}`, replyToId: 'p0', order: index + 2 }),
  );
  await given([...many(1), ...replies]);
  show();
  const shown = () => within(screen.getByRole('list', { name: 'Replies' })).getAllByRole('listitem');
  await user.click(await screen.findByRole('button', { name: 'Show 50 earlier replies' }));
  await waitFor(() => expect(shown()).toHaveLength(53));
  await user.click(screen.getByRole('button', { name: 'Show 50 earlier replies' }));
  await waitFor(() => expect(shown()).toHaveLength(103));
  await user.click(screen.getByRole('button', { name: 'Show 2 earlier replies' }));
  await waitFor(() => expect(shown()).toHaveLength(105));
  expect([shown()[0]?.textContent, shown().at(-1)?.textContent]).toEqual([
    expect.stringContaining('reply 0'),
    expect.stringContaining('reply 104'),
  ]);
});

test('shows the last page if the page does not exist', async () => {
  await given(many(23));
  show(4);
  expect(await screen.findByText('post 0')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Page 3, current page' })).toBeDefined();
});

test('refuses a blank post at the form', async () => {
  show();
  await user.click(await screen.findByRole('button', { name: 'Post' }));
  expect(screen.getByText('Write something first.')).toBeDefined();
});

test('shows a new post at once as pending, and empties the field', async () => {
  show();
  await fillIn(await screen.findByLabelText('Your post'), 'Hello camp');
  await user.click(screen.getByRole('button', { name: 'Post' }));
  const post = within(await screen.findByRole('article'));
  expect(post.getByText('Hello camp')).toBeDefined();
  expect(post.getByText('Waiting to be sent')).toBeDefined();
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Your post').value).toBe(''));
});

test('opens the contact of an author from their name', async () => {
  await db.mirror('participants').put(participant(9, 'Ben'));
  await given([{ ...serverPost('p1'), authorId: 9 }]);
  show();
  await user.click(await screen.findByRole('button', { name: 'Ben' }));
  const contact = within(await screen.findByRole('dialog', { name: 'Contact Ben' }));
  expect(contact.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['mailto:ben@demo.example']);
});

test('does not report a stored post as failed if its draft cannot be deleted', async () => {
  const { delete: remove } = db.drafts;
  let calls = 0;
  // The first call is part of the transaction, the second comes after it.
  vi.spyOn(db.drafts, 'delete').mockImplementation((id) => {
    calls += 1;
    return calls > 1 ? Dexie.Promise.reject(new DOMException('no room', 'QuotaExceededError')) : remove.call(db.drafts, id);
  });
  show();
  await fillIn(await screen.findByLabelText('Your post'), 'Hello camp');
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Your post').value).toBe(''));
  expect(calls).toBe(2);
  expect(await db.outbox.count()).toBe(1);
});

test('shows replies to a pending post', async () => {
  const { id } = await writePost(db, ports, 'not sent yet');
  await writePost(db, ports, 'a reply to it', String(id));
  show();
  const thread = within(await screen.findByRole('list', { name: 'Replies' }));
  expect(thread.getByText('a reply to it')).toBeDefined();
});

test.each([`reply:${eventId}:p1`, 'reply:p1'])(
  'shows a reply that was begun and continues it, also with the draft id of an older app (%s)',
  async (id) => {
    await given([serverPost('p1')]);
    await db.drafts.put({ id, text: 'half a sen', updatedAt: 0 });
    show();
    await user.click(await screen.findByRole('button', { name: 'Draft: half a sen' }));
    const text = () => screen.getByLabelText<HTMLTextAreaElement>('Reply to Anna');
    await waitFor(() => expect(text().value).toBe('half a sen'));
    // The form stays when its text is cleared.
    await fillIn(text(), '');
    await waitFor(async () => expect(await db.drafts.count()).toBe(0));
    await screen.findByRole('button', { name: /^Reply: / });
    expect(text().value).toBe('');
    expect(document.activeElement).toBe(text());
  },
);

test('has the text of an unfinished post in its field', async () => {
  await db.drafts.put({ id: `post:${eventId}`, text: 'half a sen', updatedAt: 0 });
  show();
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Your post').value).toBe('half a sen'));
});

describe('the one field', () => {
  const post = () => screen.getByLabelText<HTMLTextAreaElement>('Your post');
  const reply = () => screen.getByLabelText<HTMLTextAreaElement>('Reply to Anna');

  test('keeps the text of a post while it writes a reply, and that of each reply that is closed', async () => {
    await given([serverPost('p1', { content: 'first' }), serverPost('p2', { content: 'second', order: 2 })]);
    show();
    await fillIn(await screen.findByLabelText('Your post'), 'to everyone');
    await user.click(await screen.findByRole('button', { name: 'Reply: first' }));
    expect(document.activeElement).toBe(reply());
    await fillIn(reply(), 'to the first');
    await user.click(screen.getByRole('button', { name: 'Reply: second' }));
    await waitFor(() => expect(reply().value).toBe(''));
    await fillIn(reply(), 'to the second');
    await user.click(screen.getByRole('button', { name: 'Close reply, keep draft' }));
    await waitFor(() => expect(post().value).toBe('to everyone'));
    await user.click(await screen.findByRole('button', { name: 'Draft: to the first' }));
    await waitFor(() => expect(reply().value).toBe('to the first'));
    expect(screen.getByRole('button', { name: 'Draft: to the second' })).toBeDefined();
  });

  test('sends a reply to its post, writes a new post again, and returns the focus', async () => {
    const [id] = [v7()];
    await given([serverPost(id, { content: 'first' })]);
    show();
    await user.click(await screen.findByRole('button', { name: 'Reply: first' }));
    await fillIn(reply(), 'an answer');
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    await waitFor(() => expect(post().value).toBe(''));
    expect(await db.outbox.toArray()).toMatchObject([{ args: { content: 'an answer', replyToId: id } }]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reply: first' }));
    expect(await db.drafts.count()).toBe(0);
  });

  test('sends by Ctrl+Enter, and begins a line by Enter', async () => {
    show();
    await user.click(await screen.findByLabelText('Your post'));
    await user.keyboard('one{Enter}two{Control>}{Enter}{/Control}');
    await waitFor(async () => expect(await db.outbox.toArray()).toMatchObject([{ args: { content: 'one\ntwo', replyToId: null } }]));
  });

  test('is above a keyboard that the browser draws over the page', async () => {
    const view = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
    vi.stubGlobal('visualViewport', view);
    show();
    const composer = (await screen.findByLabelText('Your post')).closest('form')!.parentElement!;
    const covered = () => composer.style.getPropertyValue('--keyboard');
    expect(covered()).toBe('0px');
    Object.assign(view, { height: innerHeight - 300 }).dispatchEvent(new Event('resize'));
    expect(covered()).toBe('300px');
    // The browser has moved the page up.
    Object.assign(view, { offsetTop: 300 }).dispatchEvent(new Event('scroll'));
    expect(covered()).toBe('0px');
  });
});

test('keeps unfinished text per event, and reopens its form there', async () => {
  const camp = await db.mirror('events').get(eventId);
  await db.mirror('events').put({ ...camp!, id: 2, title: 'Mill' });
  const text = () => screen.getByLabelText<HTMLTextAreaElement>('Your post').value;
  show();
  await fillIn(await screen.findByLabelText('Your post'), 'Who is at the jetty?');
  await db.mirror('me').update(userId, { activeEventId: 2 });
  await waitFor(() => expect(text()).toBe(''));
  await fillIn(screen.getByLabelText('Your post'), 'Who has flour?');
  await db.mirror('me').update(userId, { activeEventId: eventId });
  await waitFor(() => expect(text()).toBe('Who is at the jetty?'));
  await db.mirror('me').update(userId, { activeEventId: 2 });
  await waitFor(() => expect(text()).toBe('Who has flour?'));
});

test('keeps the text of a reply to a deleted post, and sends it as a new post', async () => {
  const entry = await writePost(db, ports, 'my answer', v7());
  await park(db, [entry], 'post_gone');
  show();
  expect(await screen.findByText('Your reply wasn’t accepted')).toBeDefined();
  expect(screen.getByText('my answer')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Send as a new post' }));
  await fillIn(screen.getByLabelText('Your text'), 'my answer, to all');
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByText('Your reply wasn’t accepted')).toBeNull());
  const [again] = await db.outbox.toArray();
  expect(again).toMatchObject({ state: 'waiting', args: { content: 'my answer, to all', replyToId: null } });
  expect(await screen.findByText('my answer, to all')).toBeDefined();
});

describe('a reply that is typed when its post is deleted', () => {
  const text = () => screen.getByLabelText<HTMLTextAreaElement>('Your text');
  const loaded = (loading = false) =>
    db.meta.put({ name: 'cursor', value: { cursor: 'a', loading, levelAt: 1, contract: contractVersion } });

  /** Types a reply to the first of two posts, and deletes that post. */
  async function typeAndLose(): Promise<void> {
    await given([serverPost('p1', { content: 'to be deleted' }), serverPost('p2', { order: 2 })]);
    await loaded();
    show();
    await user.click(await screen.findByRole('button', { name: 'Reply: to be deleted' }));
    const form = screen.getByLabelText('Reply to Anna');
    await fillIn(form, 'half a');
    await waitFor(async () => expect(await db.drafts.count()).toBe(1));
    await fillIn(form, 'half a sentence');
    // Delays the page, so that the lost reply is read before the thread disappears.
    const people = db.mirror('participants');
    const { bulkGet } = people;
    const held = Promise.withResolvers<void>();
    vi.spyOn(people, 'bulkGet').mockImplementation((ids) => Dexie.Promise.resolve(held.promise).then(() => bulkGet.call(people, ids)));
    await waitFor(() => db.mirror('posts').delete('p1'));
    await waitFor(async () => expect((await readLostReplies(db, eventId)).lost).toHaveLength(1));
    await waitFor(() => held.resolve());
    await screen.findByText(/^The post you were replying to was deleted\./);
    await waitFor(() => expect(text().value).toBe('half a sentence'));
  }

  test('keeps all of its text, and can be posted on its own', async () => {
    await typeAndLose();
    await user.click(screen.getByRole('button', { name: 'Send as a new post' }));
    await waitFor(() => expect(screen.queryByLabelText('Your text')).toBeNull());
    expect(await db.outbox.toArray()).toMatchObject([{ args: { content: 'half a sentence', replyToId: null } }]);
    expect(await db.drafts.count()).toBe(0);
    expect(await screen.findByText('half a sentence')).toBeDefined();
  });

  test('is discarded only after a confirmation', async () => {
    await typeAndLose();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard this?' }));
    expect(text().value).toBe('half a sentence');
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByLabelText('Your text')).toBeNull());
    expect(await db.drafts.count()).toBe(0);
    expect(await db.outbox.count()).toBe(0);
  });

  test('is not reported for another event, for another page, or during a first load', async () => {
    await given(many(11));
    await loaded(true);
    const draft = { text: 'half a sen', updatedAt: 0 };
    await db.drafts.bulkPut([`reply:${eventId + 1}:x`, `reply:${eventId}:p0`, `reply:${eventId}:gone`].map((id) => ({ id, ...draft })));
    expect((await readLostReplies(db, eventId)).lost).toEqual([]);
    await loaded();
    expect((await readLostReplies(db, eventId)).lost).toEqual([`reply:${eventId}:gone`]);
    show();
    await screen.findByText('post 10');
    await waitFor(() => expect(screen.getAllByLabelText('Your text')).toHaveLength(1));
  });
});
