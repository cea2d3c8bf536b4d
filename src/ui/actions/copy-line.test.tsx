import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '../../../tests/fixtures/texts.ts';
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
/** What is on the button, and what is said to those who do not see it. */
const words = () => [screen.getByRole('button').textContent, screen.getByRole('status').textContent];
const confirmed = ['Copied!', 'Copied!'];
const idle = ['Copy the code', ''];

test('that something was copied is said for two seconds', async () => {
  expect(words()).toEqual(idle);
  await copy();
  await pass(1_900);
  expect(words()).toEqual(confirmed);
  await pass(200);
  expect(words()).toEqual(idle);
});

test('copied again, it is said for two seconds from then on', async () => {
  await copy();
  await pass(1_500);
  await copy();
  await pass(1_900);
  expect(words()).toEqual(confirmed);
  await pass(200);
  expect(words()).toEqual(idle);
});
