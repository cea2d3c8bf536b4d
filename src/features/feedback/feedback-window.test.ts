import { expect, test } from 'vitest';
import { isAsked, isWithin } from './feedback-window.ts';

const event = { endDate: '2026-07-18T12:00:00.000Z' };

test.each([
  ['2026-07-18T08:59:59.999Z', false],
  ['2026-07-18T09:00:00.000Z', true],
  ['2026-07-18T12:00:00.000Z', true],
  ['2026-07-22T12:00:00.000Z', true],
  ['2026-07-22T12:00:00.001Z', false],
])('asks from three hours before the end until four days after it: %s %s', (time, expected) => {
  expect(isAsked(event, Date.parse(time))).toBe(expected);
});

test('never opens a window that starts after its end', () => {
  expect([0, 1, 2].map((now) => isWithin({ from: 2, to: 0 }, now))).toEqual([false, false, false]);
  expect(isAsked({ endDate: 'some day' }, 0)).toBe(false);
});
