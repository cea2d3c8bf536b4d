import { setImmediate } from 'node:timers/promises';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Post } from '#contract/resources/posts.ts';
import type { EventDatabase } from '#db/database.ts';
import { markSeenOrder } from '#sync/mirror/mark-seen-order.ts';
import { useActiveEvent } from '#sync/react/hooks.tsx';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { changeRemotely, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { useAppBadge } from './use-app-badge.ts';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));

const setAppBadge = vi.fn<(count: number) => Promise<void>>(async () => undefined);
const clearAppBadge = vi.fn<() => Promise<void>>(async () => undefined);
beforeEach(() => void Object.assign(navigator, { setAppBadge, clearAppBadge }));
afterEach(() => void Object.assign(navigator, { setAppBadge: undefined, clearAppBadge: undefined }));

function Badge(): ReactNode {
  useAppBadge();
  return useActiveEvent()?.title;
}

const post = (order: number): Post => ({
  id: `post-${order}`,
  version: 1,
  eventId,
  authorId: userId + 1,
  content: 'Text',
  replyToId: null,
  order,
  createdAt: '2026-07-02T10:00:00.000Z',
});

test('shows the number of unseen rows on the icon, and none after the sign-out', async () => {
  await markSeenOrder(db, 'chat', eventId, 1);
  await db.mirror('posts').bulkPut([post(2), post(3)]);
  show(db, <Badge />);
  await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(2));
  await changeRemotely(() => markSeenOrder(db, 'chat', eventId, 3));
  await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(0));
  cleanup();
  expect(clearAppBadge).toHaveBeenCalled();
});

test('counts nothing in a browser that shows no number on the icon', async () => {
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
  const read = vi.spyOn(db, 'mirror');
  show(db, <Badge />);
  await screen.findByText('Camp');
  await act(() => setImmediate());
  expect(read).not.toHaveBeenCalledWith('posts');
});
