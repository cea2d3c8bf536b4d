import { screen, waitFor, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import { hiddenPersonId } from '#contract/resources/participants.ts';
import { mentionOf } from '#contract/rules/mentions.ts';
import { eventId, participant, storedPost, userId } from '#tests/fixtures/device.ts';
import { changeRemotely, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { changeOf, putWindow, windowServer } from '#tests/fixtures/screens/windowed.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { park } from '#sync/outbox/outbox.ts';
import { ChatScreen } from '../chat-screen.tsx';

const [ben, bea, cleo] = [20, 21, 22];
let db: EventDatabase;

const toasts = setUpScreen('participant', async (device) => {
  db = device;
  await db
    .mirror('participants')
    .bulkPut([participant(userId, 'Anna'), participant(ben, 'Ben Berg'), participant(bea, 'Béa'), participant(cleo, 'Cleo')]);
});

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Your post');
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const sent = async () => (await db.outbox.toArray()).map(({ args }) => (args as { content: string }).content);

describe('the composer', () => {
  beforeEach(() => show(db, <ChatScreen page={1} />));

  test('completes names by the keyboard, and sends the id', async () => {
    await user.click(await field());
    await user.keyboard('Hi @be');
    await waitFor(() => expect(options()).toEqual(['BBéa', 'BBBen Berg']));
    const list = screen.getByRole('listbox', { name: 'People to mention' });
    const selected = () => within(list).getByRole('option', { selected: true });
    const text = await field();
    expect([text.getAttribute('aria-controls'), text.getAttribute('aria-activedescendant')]).toEqual([list.id, selected().id]);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '2 people found. Use the arrow keys, then press Enter.',
    );
    await user.keyboard('{ArrowDown}');
    expect(selected().textContent).toContain('Ben Berg');
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    expect(text.value).toBe('Hi @Ben Berg ');
    expect(options()).toEqual([]);
    expect(text.hasAttribute('aria-activedescendant')).toBe(false);
    await user.keyboard('and @bé{Tab}!');
    expect(text.value).toBe('Hi @Ben Berg and @Béa !');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    await waitFor(async () => expect(await sent()).toEqual([`Hi ${mentionOf(ben)} and ${mentionOf(bea)} !`]));
    expect(await screen.findByRole('button', { name: '@Ben Berg' })).toBeDefined();
  });

  test('completes a name in the middle of the text by a tap, and keeps the caret after it', async () => {
    const text = await field();
    await fillIn(text, 'Ask @ today');
    text.setSelectionRange(5, 5);
    await user.keyboard('c');
    await user.click(await screen.findByRole('option', { name: /Cleo/ }));
    expect(text.value).toBe('Ask @Cleo today');
    expect(document.activeElement).toBe(text);
    await user.keyboard('x');
    expect(text.value).toBe('Ask @Cleo xtoday');
  });

  test('leaves out oneself and hidden people, and closes the list with Escape', async () => {
    await db.mirror('hiddenPeople').put({ id: hiddenPersonId(userId, ben), version: 1, userId, otherId: ben, hidden: true });
    const text = await field();
    await user.click(text);
    await user.keyboard('@');
    await waitFor(() => expect(options()).toEqual(['BBéa', 'CCleo']));
    await user.keyboard('{Escape}');
    expect(options()).toEqual([]);
    await user.keyboard('c{Enter}');
    expect(text.value).toBe('@c\n');
    await user.keyboard('@an');
    expect(options()).toEqual([]);
  });

  test('sends an edited name as plain text', async () => {
    await user.click(await field());
    await user.keyboard('@cl');
    await user.click(await screen.findByRole('option'));
    await user.keyboard('{Backspace}{Backspace}a');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    await waitFor(async () => expect(await sent()).toEqual(['@Clea']));
  });

  test('refuses a post that mentions too many people', async () => {
    await fillIn(await field(), Array.from({ length: limits.mentions + 1 }, (_, index) => mentionOf(index + 1)).join(' '));
    await user.click(screen.getByRole('button', { name: 'Post' }));
    expect(await screen.findByText('You can mention up to 10 people in one post.')).toBeDefined();
    expect(await sent()).toEqual([]);
  });
});

test('restores a draft with its mentions, under the present names', async () => {
  const post = v7();
  await db.mirror('posts').put(storedPost(post, { content: 'Question' }));
  await db.drafts.bulkPut([
    { id: `post:${eventId}`, text: `Hi ${mentionOf(ben)}!`, updatedAt: 0 },
    { id: `reply:${eventId}:${post}`, text: `No, ${mentionOf(bea)}`, updatedAt: 0 },
  ]);
  show(db, <ChatScreen page={1} />);
  await waitFor(async () => expect((await field()).value).toBe('Hi @Ben Berg!'));
  expect(await screen.findByText('No, @Béa')).toBeDefined();
  await db.mirror('participants').put(participant(ben, 'Benno'));
  await waitFor(async () => expect((await field()).value).toBe('Hi @Benno!'));
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await waitFor(async () => expect(await sent()).toEqual([`Hi ${mentionOf(ben)}!`]));
});

test('shows mentions under the present names, marks those of oneself, and opens contacts', async () => {
  const content = `${mentionOf(ben)}, ${mentionOf(userId)} and ${mentionOf(4711)}: www.example.org`;
  await db.mirror('posts').put(storedPost(v7(), { content, authorId: cleo }));
  show(db, <ChatScreen page={1} />);
  expect((await screen.findByText('@Anna')).tagName).toBe('MARK');
  expect(screen.getByText('@Former participant')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reply: @Ben Berg, @Anna and @Former participant…' })).toBeDefined();
  expect(await screen.findByRole('link', { name: 'www.example.org' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: '@Ben Berg' }));
  expect(await screen.findByRole('dialog', { name: 'Contact Ben Berg' })).toBeDefined();
});

test('copies a text with names', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await db.mirror('posts').put(storedPost(v7(), { content: `Hi ${mentionOf(ben)}` }));
  show(db, <ChatScreen page={1} />);
  await user.click(await screen.findByRole('button', { name: 'More actions: Hi @Ben Berg' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy text' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('Hi @Ben Berg'));
  expect(toasts).toHaveBeenCalledWith('Copied');
});

test('edits a rejected post with names, and keeps the mentions that stay', async () => {
  const client = show(db, <ChatScreen page={1} />);
  await fillIn(await field(), `Hi ${mentionOf(ben)} and ${mentionOf(bea)}`);
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  await changeRemotely(async () => park(client.db, await db.outbox.toArray(), 'forbidden'));
  expect(await screen.findByText('Hi @Ben Berg and @Béa')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Edit and send again' }));
  await fillIn(await screen.findByLabelText('Your text'), 'Hello @Ben Berg, not @Bea');
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(async () => expect(await sent()).toEqual([`Hello ${mentionOf(ben)}, not @Bea`]));
});

test('offers people of a big event whom the device does not hold, and names them until they have arrived', async () => {
  await putWindow(db);
  const server = windowServer(() => ({
    changes: [participant(ben, 'Ben Berg'), participant(30, 'Benno')].map((row) => changeOf('participants', row)),
    next: null,
  }));
  show(db, <ChatScreen page={1} />, server);
  await user.click(await field());
  await user.keyboard('Hi @ben');
  await waitFor(() => expect(options()).toEqual(['BBBen Berg']));
  await waitFor(() => expect(options()).toEqual(['BBBen Berg', 'BBenno']));
  expect(server.calls()).toEqual(['search?list=participants&text=ben']);
  await user.click(screen.getByRole('option', { name: /Benno/ }));
  // The device looks for the person.
  await changeRemotely(() => db.mirror('participants').put(participant(31, 'Bo')));
  expect((await field()).value).toBe('Hi @Benno ');
});
