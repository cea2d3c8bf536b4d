import { screen, waitFor } from '@testing-library/react';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import type { FollowState } from '#contract/resources/thread-follows.ts';
import { ownPostRowId } from '#contract/rules/own-rows.ts';
import { mentionOf } from '#contract/rules/mentions.ts';
import { eventId, participant, storedPost, userId } from '#tests/fixtures/device.ts';
import { pressInToast, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { markSeenOrder } from '#sync/mirror/mark-seen-order.ts';
import { ChatScreen } from '../chat-screen.tsx';
import { countNewPosts } from '../read-chat.ts';
import { newPosts } from '../new-posts.ts';

const ben = 20;
const [his, answer] = [v7(), v7()];
let db: EventDatabase;

const toasts = setUpScreen('participant', async (device) => {
  db = device;
  await db.mirror('participants').bulkPut([participant(userId, 'Anna'), participant(ben, 'Ben')]);
  await db
    .mirror('posts')
    .bulkPut([
      storedPost(his, { content: 'His post', authorId: ben }),
      storedPost(answer, { content: 'His answer', order: 2, authorId: ben, replyToId: his }),
    ]);
});

const state = async () => (await db.mirror('threadFollows').get(ownPostRowId(his, userId)))?.state;
const given = (chosen: FollowState) =>
  db.mirror('threadFollows').put({ id: ownPostRowId(his, userId), version: 1, eventId, userId, postId: his, state: chosen });

test('follows a thread from its head, shows that it waits, and takes it back', async () => {
  show(db, <ChatScreen thread={his} />);
  await user.click(await screen.findByRole('button', { name: 'Follow or mute thread' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Follow thread' }));
  expect(await screen.findByRole('button', { name: 'You follow this thread' })).toBeDefined();
  expect(screen.getByText('Waiting to be sent')).toBeDefined();
  expect(await state()).toBe('followed');
  expect(toasts).toHaveBeenCalledWith('You’ll be notified of every reply');
  await pressInToast('Undo');
  expect(await screen.findByRole('button', { name: 'Follow or mute thread' })).toBeDefined();
  expect(await state()).toBe('usual');
});

test('mutes a thread from the menu of its first post, and not from replies', async () => {
  show(db, <ChatScreen page={1} />);
  await user.click(await screen.findByRole('button', { name: 'More actions: His answer' }));
  await screen.findByRole('menuitem', { name: 'Copy text' });
  expect(screen.queryByRole('menuitem', { name: 'Mute thread' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'More actions: His post' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mute thread' }));
  await waitFor(async () => expect(await state()).toBe('muted'));
  await user.click(screen.getByRole('button', { name: 'More actions: His post' }));
  expect(await screen.findByRole('menuitem', { name: 'Unmute thread' })).toBeDefined();
});

test('offers no choice for a thread that the server does not have', async () => {
  await db.mirror('posts').update(his, { $pending: ['key'] });
  show(db, <ChatScreen page={1} />);
  await user.click(await screen.findByRole('button', { name: 'More actions: His post' }));
  await screen.findByRole('menuitem', { name: 'Copy text' });
  expect(screen.queryByRole('menuitem', { name: 'Mute thread' })).toBeNull();
});

const texts = async () =>
  (await newPosts(db, eventId)).map(({ text, detail, href }) => [
    text({ t: ((key: string, words: object) => `${key} ${JSON.stringify(words)}`) as never, formats: undefined as never }),
    detail,
    href,
  ]);
const reply = (order: number, content: string) => storedPost(v7(), { content, order, authorId: ben, replyToId: his });

test('lists replies of a followed thread as news', async () => {
  await markSeenOrder(db, 'chat', eventId, 1);
  await given('followed');
  expect(await texts()).toEqual([['chat.new_followed {"name":"Ben"}', 'His answer', `/chat/thread/${his}`]]);
});

test('neither lists nor counts nor marks replies of a muted thread, except mentions', async () => {
  await markSeenOrder(db, 'chat', eventId, 1);
  await given('muted');
  expect([await texts(), await countNewPosts(db, eventId)]).toEqual([[], 0]);
  await db.mirror('posts').put(reply(3, `${mentionOf(userId)}, ${mentionOf(ben)}, ${mentionOf(4711)}?`));
  expect(await texts()).toEqual([['chat.new_mention {"name":"Ben"}', '@Anna, @Ben, @…?', `/chat/thread/${his}`]]);
  expect(await countNewPosts(db, eventId)).toBe(1);
  show(db, <ChatScreen page={1} />);
  await screen.findByText('His answer');
  expect(screen.queryByText('New')).toBeNull();
});

test('lists a mention in a new thread', async () => {
  await markSeenOrder(db, 'chat', eventId, 2);
  const id = v7();
  await db.mirror('posts').put(storedPost(id, { content: `Hi ${mentionOf(userId)}`, order: 4, authorId: ben }));
  expect(await texts()).toEqual([['chat.new_mention {"name":"Ben"}', 'Hi @Anna', `/chat/thread/${id}`]]);
});
