import { expect, test } from 'vitest';
import { remainingUntil } from './countdown.ts';

const start = '2026-07-17T09:00:00.000Z';

test('returns days, hours, minutes and seconds until the start', () => {
  expect(remainingUntil(start, Date.parse('2026-07-15T07:58:57.000Z'))).toEqual({ days: 2, hours: 1, minutes: 1, seconds: 3 });
});

test('rounds the last second up', () => {
  expect(remainingUntil(start, Date.parse(start) - 1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 });
});

test.each([0, 1, 86_400_000])('returns null %i ms after the start', (after) => {
  expect(remainingUntil(start, Date.parse(start) + after)).toBeNull();
});
