import { screen, waitFor, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Reaction } from '#contract/resources/reactions.ts';
import { ownPostRowId, type ReactionEmoji } from '#contract/rules/own-rows.ts';
import type { EventDatabase } from '#db/database.ts';
import { eventId, participant, storedPost, userId } from '#tests/fixtures/device.ts';
import { changeRemotely, expectCommands, serverRefuses, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { fillIn, pressIn, user } from '#tests/fixtures/user.ts';
import { ChatScreen } from '../chat-screen.tsx';

const ben = 20;
const [his, answer] = [v7(), v7()];
let db: EventDatabase;

setUpScreen('participant', async (device) => {
  db = device;
  await db.mirror('participants').bulkPut([participant(userId, 'Anna'), participant(ben, 'Ben')]);
  await db
    .mirror('posts')
    .bulkPut([
      storedPost(his, { content: 'His post', authorId: ben }),
      storedPost(answer, { content: 'His answer', order: 2, authorId: ben, replyToId: his }),
    ]);
});

const givenCounts = (postId: string, numbers: Partial<Record<ReactionEmoji, number>>, order = 1) =>
  db.mirror('reactionCounts').put({
    id: postId,
    version: order,
    eventId,
    counts: Object.entries(numbers).map(([emoji, count]) => ({ emoji: emoji as ReactionEmoji, count })),
    order,
  });
const givenOwn = (postId: string, emoji: ReactionEmoji, own: Partial<Reaction> = {}) =>
  db
    .mirror('reactions')
    .put({ id: ownPostRowId(postId, userId), version: 1, eventId, postId, userId, emoji, replaced: null, order: 1, ...own });
const chips = () =>
  screen.queryAllByRole('button', { name: /, \d+ pe/ }).map((chip) => [chip.getAttribute('aria-label'), chip.getAttribute('aria-pressed')]);
const openMenu = async (text: string) => user.click(await screen.findByRole('button', { name: `More actions: ${text}` }));
const choose = async (name: string) => user.click(await screen.findByRole('menuitemcheckbox', { name }));

test('shows the numbers under a post and a reply, and marks the own reaction', async () => {
  await givenCounts(his, { '🎉': 3, '👍': 1 });
  await givenCounts(answer, { '😮': 2 });
  await givenOwn(his, '🎉');
  show(db, <ChatScreen page={1} />);
  await waitFor(() =>
    expect(chips()).toEqual([
      ['Thumbs up, 1 person', 'false'],
      ['Party, 3 people', 'true'],
      ['Surprised, 2 people', 'false'],
    ]),
  );
  expect(screen.getByRole('button', { name: 'Party, 3 people' }).textContent).toBe('🎉3');
});

test('shows nothing under a post without reactions', async () => {
  await givenCounts(his, {});
  show(db, <ChatScreen page={1} />);
  await screen.findByText('His post');
  expect(screen.queryByRole('group', { name: 'Reactions' })).toBeNull();
});

test('a press joins a reaction, another takes it back, and both wait without network', async () => {
  await givenCounts(his, { '👍': 1 });
  show(db, <ChatScreen page={1} />);
  await user.click(await screen.findByRole('button', { name: 'Thumbs up, 1 person' }));
  await user.click(await screen.findByRole('button', { name: 'Thumbs up, 2 people, Waiting to be sent', pressed: true }));
  await waitFor(() => expect(chips()).toEqual([['Thumbs up, 1 person', 'false']]));
  await expectCommands(db, [
    { mutation: 'react', args: { emoji: '👍' } },
    { mutation: 'takeBack', args: {} },
  ]);
});

test('the menu of a post offers the emoji, and another one replaces the own reaction', async () => {
  show(db, <ChatScreen page={1} />);
  await openMenu('His answer');
  const group = await screen.findByRole('group', { name: 'Add reaction' });
  expect(
    within(group)
      .getAllByRole('menuitemcheckbox', { checked: false })
      .map((item) => item.getAttribute('aria-label')),
  ).toEqual(['Thumbs up', 'Heart', 'Laughing', 'Party', 'Surprised', 'Thank you']);
  await choose('Heart');
  await waitFor(() => expect(chips()).toEqual([['Heart, 1 person, Waiting to be sent', 'true']]));
  await openMenu('His answer');
  expect(await screen.findByRole('menuitemcheckbox', { name: 'Heart', checked: true })).toBeDefined();
  await choose('Thank you');
  await waitFor(() => expect(chips()).toEqual([['Thank you, 1 person, Waiting to be sent', 'true']]));
  await openMenu('His answer');
  await choose('Thank you');
  await waitFor(() => expect(chips()).toEqual([]));
});

test('the button at a post opens the choice for the keyboard and keeps the focus', async () => {
  show(db, <ChatScreen page={1} />);
  const button = await screen.findByRole('button', { name: 'Add reaction: His post' });
  button.focus();
  await user.keyboard('{Enter}');
  const first = await screen.findByRole('menuitemcheckbox', { name: 'Thumbs up' });
  await pressIn(screen.getByRole('menu'), '{ArrowDown}');
  expect(document.activeElement).toBe(first);
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(document.activeElement).toBe(screen.getByRole('menuitemcheckbox', { name: 'Heart' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(chips()).toEqual([['Heart, 1 person, Waiting to be sent', 'true']]));
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a pending post takes no reaction', async () => {
  show(db, <ChatScreen page={1} />);
  await fillIn(await screen.findByLabelText('Your post'), 'My own post');
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await openMenu('My own post');
  await screen.findByRole('menuitem', { name: 'Copy text' });
  expect(screen.queryByRole('menuitemcheckbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add reaction: My own post' })).toBeNull();
});

test('keeps its number from the tap to the news of others', async () => {
  await givenCounts(his, { '👍': 1 });
  show(db, <ChatScreen page={1} />);
  await screen.findByRole('button', { name: 'Thumbs up, 1 person' });
  await changeRemotely(() => givenOwn(his, '👍', { order: 2 }));
  await waitFor(() => expect(chips()).toEqual([['Thumbs up, 2 people', 'true']]));
  await changeRemotely(() => givenCounts(his, { '👍': 2 }, 2));
  expect(chips()).toEqual([['Thumbs up, 2 people', 'true']]);
});

test('a rejected reaction is rolled back', async () => {
  await givenCounts(his, { '👍': 1 });
  show(db, <ChatScreen page={1} />);
  await user.click(await screen.findByRole('button', { name: 'Thumbs up, 1 person' }));
  await screen.findByRole('button', { name: 'Thumbs up, 2 people, Waiting to be sent' });
  await serverRefuses(db, 'not_found');
  await waitFor(() => expect(chips()).toEqual([['Thumbs up, 1 person', 'false']]));
});
