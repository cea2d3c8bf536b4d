import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import { Toaster } from './toaster.tsx';
import { toast } from './toasts.ts';

beforeEach(() => startTexts());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each(['info', 'waiting', 'error'] as const)('whoever uses no pointer can close a message too (%s)', async (kind) => {
  render(<Toaster />);
  toast('It rains', kind);
  await screen.findByText('It rains');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('It rains')).toBeNull());
});

test('what was promised goes when something has failed, and not only when its time is over', async () => {
  vi.useFakeTimers();
  const pass = () => act(() => vi.advanceTimersByTimeAsync(500));
  render(<Toaster />);
  toast('It will be sent', 'waiting');
  await pass();
  expect(screen.getByText('It will be sent')).toBeDefined();
  toast('It was refused', 'error');
  await pass();
  expect(screen.getByText('It was refused')).toBeDefined();
  expect(screen.queryByText('It will be sent')).toBeNull();
});
