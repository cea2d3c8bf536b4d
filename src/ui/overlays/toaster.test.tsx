import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { Toaster } from './toaster.tsx';
import { toast } from './toasts.ts';

beforeEach(() => startTexts());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each(['info', 'waiting', 'error'] as const)('can be closed without a pointer (%s)', async (kind) => {
  render(<Toaster />);
  toast('It rains', kind);
  await screen.findByText('It rains');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('It rains')).toBeNull());
});

test('runs the action of a message once, and closes the message', async () => {
  const undo = vi.fn();
  render(<Toaster />);
  toast('It is off', 'info', { label: 'Undo', run: undo });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByText('It is off')).toBeNull());
  expect(undo).toHaveBeenCalledOnce();
});

/** Advances the time (ms), and lets the result be drawn. */
const pass = (time = 500) => act(() => vi.advanceTimersByTimeAsync(time));
const shown = () =>
  screen
    .queryAllByText(/^(It|Two)/)
    .filter((text) => !text.closest('[data-limited]'))
    .map((text) => text.textContent);

test('shows one message at a time, the latest', async () => {
  vi.useFakeTimers();
  render(<Toaster />);
  for (const text of ['It rains', 'It snows', 'It hails']) toast(text);
  await pass();
  expect(shown()).toEqual(['It hails']);
  await pass(5_000);
  expect(shown()).toEqual([]);
});

test('replaces a promise by an error, and keeps the error until it is closed', async () => {
  vi.useFakeTimers();
  render(<Toaster />);
  toast('It will be sent', 'waiting');
  await pass();
  expect(shown()).toEqual(['It will be sent']);
  toast('It was refused', 'error');
  await pass();
  expect(shown()).toEqual(['It was refused']);
  toast('It rains');
  await pass(60_000);
  toast('It was refused', 'error');
  await pass(60_000);
  expect(shown()).toEqual(['It was refused']);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await pass();
  expect(shown()).toEqual([]);
});

test('another screen ends a message of another action, but an error only after it could be read', async () => {
  vi.useFakeTimers();
  const move = () => void dispatchEvent(new HashChangeEvent('hashchange'));
  render(<Toaster />);
  toast('It was saved');
  move();
  await pass(1_500);
  expect(shown()).toEqual(['It was saved']);
  move();
  await pass();
  expect(shown()).toEqual([]);
  toast('It was refused', 'error');
  await pass(1_500);
  move();
  await pass(4_000);
  expect(shown()).toEqual(['It was refused']);
  move();
  await pass();
  expect(shown()).toEqual([]);
});
