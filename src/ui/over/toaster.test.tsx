import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import { Toaster } from './toaster.tsx';
import { toast } from './toasts.ts';

beforeEach(() => startTexts());
afterEach(cleanup);

test.each(['info', 'waiting', 'error'] as const)('whoever uses no pointer can close a message too (%s)', async (kind) => {
  render(<Toaster />);
  toast('It rains', kind);
  await screen.findByText('It rains');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('It rains')).toBeNull());
});
