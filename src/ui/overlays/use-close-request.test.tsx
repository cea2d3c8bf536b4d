import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { navigate } from 'wouter/use-hash-location';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCloseRequest } from './use-close-request.ts';

/** Goes back, and waits until the browser has done it. */
async function back(): Promise<void> {
  const done = new Promise<void>((resolve) => addEventListener('popstate', () => resolve(), { once: true }));
  history.back();
  await done;
}

const open = (onClose: () => void) => renderHook(() => useCloseRequest(onClose));

beforeEach(() => {
  navigate('/before');
  navigate('/chat', { state: { entry: 'chat' } });
});
afterEach(() => cleanup());

test('Back closes only the top overlay and stays on the screen', async () => {
  const [menu, question] = [vi.fn<() => void>(), vi.fn<() => void>()];
  open(menu);
  const { unmount } = open(question);
  await back();
  expect([menu.mock.calls.length, question.mock.calls.length, location.hash]).toEqual([0, 1, '#/chat']);
  unmount();
  await back();
  expect([menu.mock.calls.length, question.mock.calls.length, location.hash]).toEqual([1, 1, '#/chat']);
});

test('one Back leaves the screen after its overlays were closed otherwise', async () => {
  open(() => {}).unmount();
  open(() => {}).unmount();
  await back();
  await waitFor(() => expect(location.hash).toBe('#/before'));
});

test('Back from a screen that an overlay opened leads to the screen below, and from there on', async () => {
  const { unmount } = open(() => {});
  navigate('/schedule');
  unmount();
  await back();
  expect(location.hash).toBe('#/chat');
  await back();
  await waitFor(() => expect(location.hash).toBe('#/before'));
});

test('keeps the state of the history entry', () => {
  open(() => {});
  expect(history.state).toMatchObject({ entry: 'chat' });
});

test('another screen closes all overlays', async () => {
  const closed = [vi.fn<() => void>(), vi.fn<() => void>()] as const;
  open(closed[0]);
  open(closed[1]);
  location.hash = '#/faq';
  await waitFor(() => expect(closed.map(({ mock }) => mock.calls.length)).toEqual([1, 1]));
});
