import { expect, test } from 'vitest';
import { inSlots, moved, placesOf } from './order.ts';

test.each([
  [0, 2, ['b', 'c', 'a', 'd']],
  [3, 0, ['d', 'a', 'b', 'c']],
  [1, 1, ['a', 'b', 'c', 'd']],
])('moves the item at %i to %i and closes the gap', (from, to, order) => {
  expect(moved(['a', 'b', 'c', 'd'], from, to)).toEqual(order);
});

test('keeps hidden items at their places among visible ones', () => {
  expect(inSlots(['a', 'hidden', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['c', 'hidden', 'a', 'b']);
});

test('counts places from 1', () => {
  expect(placesOf(['b', 'a'])).toEqual([
    { id: 'b', position: 1 },
    { id: 'a', position: 2 },
  ]);
});
