import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { CopyLine } from './copy.tsx';

beforeEach(async () => {
  await startTexts();
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
  render(<CopyLine label="Code" text="CAMP-OPEN" action="Copy the code" />);
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const copy = async (): Promise<void> => {
  await user.click(screen.getByRole('button'));
  // React renders by the fake clock.
  await pass(0);
};
/** Returns the text of the button, and the text of the status for screen readers. */
const words = () => [screen.getByRole('button').textContent, screen.getByRole('status').textContent];
const confirmed = ['Copied!', 'Copied!'];
const idle = ['Copy the code', ''];

test('confirms a copy for two seconds', async () => {
  expect(words()).toEqual(idle);
  await copy();
  await pass(1_900);
  expect(words()).toEqual(confirmed);
  await pass(200);
  expect(words()).toEqual(idle);
});

test('restarts the two seconds when the text is copied again', async () => {
  await copy();
  await pass(1_500);
  await copy();
  await pass(1_900);
  expect(words()).toEqual(confirmed);
  await pass(200);
  expect(words()).toEqual(idle);
});
