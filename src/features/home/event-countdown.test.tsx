import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventRow } from '#contract/resources/events.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { EventCountdown } from './event-countdown.tsx';

const event: EventRow = {
  id: 1,
  version: 1,
  title: 'Camp',
  description: '',
  startDate: '2026-07-17T09:00:00.000Z',
  endDate: '2026-07-20T09:00:00.000Z',
  visible: true,
  codeRequired: false,
  pictureKey: '',
  timeZone: 'Europe/Berlin',
  dateLocale: 'de-DE',
};

beforeEach(async () => {
  await startTexts();
  vi.useFakeTimers({ now: Date.parse(event.startDate) - 3_000 });
});
afterEach(() => vi.useRealTimers());

test('shows nothing for an event that ends before it starts', () => {
  render(<EventCountdown event={{ ...event, endDate: '2026-07-16T09:00:00.000Z' }} />);
  expect(screen.queryByRole('timer')).toBeNull();
});

test('ticks every second and disappears at the start', () => {
  render(<EventCountdown event={event} />);
  expect(screen.getByRole('timer').textContent).toBe('days0hours0minutes0seconds3');
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.getByRole('timer').textContent).toBe('days0hours0minutes0seconds2');
  act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.queryByRole('timer')).toBeNull();
});
