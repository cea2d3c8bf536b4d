import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { CopyLine } from './copy-line.tsx';

beforeEach(async () => {
  await startTexts();
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
  render(<CopyLine label="Code" text="CAMP-OPEN" action="Copy the code" />);
});
afterEach(() => vi.useRealTimers());

const copy = () => act(async () => void fireEvent.click(screen.getByRole('button')));
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
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
