import { expect, test } from 'vitest';
import { pageItems } from './pagination.tsx';

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [2, 3, [1, 2, 3]],
  [1, 9, [1, 2, 'gap', 9]],
  [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
  [9, 9, [1, 'gap', 8, 9]],
  [4, 6, [1, 2, 3, 4, 5, 6]],
])('page %i of %i shows first, previous, current, next, last', (current, total, items) => {
  expect(pageItems(current, total)).toEqual(items);
});

test('shows a page instead of a gap of one', () => {
  expect(pageItems(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
