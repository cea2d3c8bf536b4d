import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { participant, storedPost, userId } from '#tests/fixtures/device.ts';
import { setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { ChatScreen } from '../chat-screen.tsx';

const ben = 20;
const [mine, his] = [v7(), v7()];
let db: EventDatabase;

const toasts = setUpScreen('participant', async (device) => {
  db = device;
  await db.mirror('participants').bulkPut([participant(userId, 'Anna'), participant(ben, 'Ben')]);
  await db
    .mirror('posts')
    .bulkPut([
      storedPost(mine, { content: 'My post' }),
      storedPost(his, { content: 'His post', order: 2, authorId: ben }),
      storedPost(v7(), { content: 'His answer', order: 3, authorId: ben, replyToId: his }),
    ]);
});

const entries = () => screen.queryAllByRole('menuitem').map(({ textContent }) => textContent);

test('offers to copy and report a post of others, and to delete an own one', async () => {
  show(db, <ChatScreen page={1} />);
  await user.click(await screen.findByRole('button', { name: 'More actions: His post' }));
  await waitFor(() => expect(entries()).toEqual(['Copy text', 'Follow thread', 'Mute thread', 'Report']));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(entries()).toEqual([]));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More actions: His post' }));
  await user.click(screen.getByRole('button', { name: 'More actions: My post' }));
  await waitFor(() => expect(entries()).toEqual(['Copy text', 'Follow thread', 'Mute thread', 'Delete']));
});

test('copies the text of a post', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  show(db, <ChatScreen page={1} />);
  await user.click(await screen.findByRole('button', { name: 'More actions: His post' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy text' }));
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Copied'));
  expect(writeText).toHaveBeenCalledWith('His post');
});

test('marks a reported post, also while the report is pending', async () => {
  show(db, <ChatScreen page={1} />);
  await user.click(await screen.findByRole('button', { name: 'More actions: His post' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Report' }));
  await user.click(await screen.findByRole('radio', { name: 'Ads or spam' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Report' }));
  expect(await screen.findByText('Reported')).toBeDefined();
  expect(screen.getByText('Waiting to be sent')).toBeDefined();
});

describe('a long press', () => {
  const touch = { pointerType: 'touch', isPrimary: true, clientX: 50, clientY: 50 };
  const press = async (text: string): Promise<HTMLElement> => {
    show(db, <ChatScreen page={1} />);
    const target = await screen.findByText(text);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.pointerDown(target, touch);
    return target;
  };
  const hold = (): void => {
    vi.advanceTimersByTime(600);
    vi.useRealTimers();
  };
  beforeEach(() => () => void vi.useRealTimers());

  test('opens the menu of the innermost post', async () => {
    await press('His answer');
    hold();
    await waitFor(() => expect(entries()).toEqual(['Copy text', 'Report']));
    expect(screen.getByRole('menu', { name: 'More actions: His answer' })).toBeDefined();
  });

  test('ends when the finger moves, leaves or scrolls, or was not a finger', async () => {
    const target = await press('My post');
    fireEvent.pointerMove(target, { ...touch, clientY: 70 });
    fireEvent.pointerDown(target, touch);
    fireEvent.pointerUp(target, touch);
    fireEvent.pointerDown(target, touch);
    fireEvent.pointerCancel(target, touch);
    fireEvent.pointerDown(target, { ...touch, pointerType: 'mouse' });
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Reply: My post' }), touch);
    hold();
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
