import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { observed } from '#lib/observable.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import type { Session } from '#sync/session/session.ts';
import { ClockNote } from './clock-note.tsx';

beforeEach(() => startTexts());
afterEach(cleanup);

const show = (skew: number) =>
  render(
    <SessionProvider session={{ clockSkew: observed(skew) } as unknown as Session}>
      <ClockNote />
    </SessionProvider>,
  );

test('announces a wrong clock once, in a text that stays the same as the minutes pass', async () => {
  show(3_600_000);
  expect((await screen.findByRole('status')).textContent).toBe('This device’s clock is wrong.');
  expect(screen.getByText(/^It shows .+, but it’s .+ The app uses the correct time\.$/)).toBeDefined();
});

test('shows nothing if the clock is right', () => {
  expect(show(0).container.textContent).toBe('');
});
