import { expect, test } from 'vitest';
import { clashesOf, gapBetween } from './clashes.ts';

const entry = (id: string, from: string, to: string) => ({
  id,
  startDate: `2026-07-02T${from}:00.000Z`,
  endDate: `2026-07-02T${to}:00.000Z`,
});
const ids = (clashes: ReturnType<typeof clashesOf>) =>
  Object.fromEntries([...clashes].map(([id, others]) => [id, others.map((each) => each.id)]));

test('names every pair that overlaps, also if a third entry lies between their starts', () => {
  const [long, short, late] = [entry('long', '10:00', '14:00'), entry('short', '11:00', '12:00'), entry('late', '13:00', '15:00')];
  expect(ids(clashesOf([late, long, short]))).toEqual({ long: ['short', 'late'], short: ['long'], late: ['long'] });
});

test('finds no clash between entries that only touch', () => {
  expect(clashesOf([entry('one', '10:00', '11:00'), entry('two', '11:00', '12:00')]).size).toBe(0);
});

test('counts a gap from the latest end, and none between overlapping groups', () => {
  const above = [entry('a', '10:00', '13:00'), entry('b', '10:30', '11:00')];
  expect(gapBetween(above, [entry('c', '14:30', '15:00')])).toBe(90 * 60_000);
  expect(gapBetween(above, [entry('d', '12:00', '15:00')])).toBe(0);
});
