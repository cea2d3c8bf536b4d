import { expect, test } from 'vitest';
import { rank } from './rank.ts';

const rows = [3, 9, 3, 1].map((value, index) => ({ userId: index + 1, value }));

test('ranks the highest value first, and gives equal values the same place', () => {
  expect(rank(rows).map(({ row, place }) => [row.userId, place])).toEqual([
    [2, 1],
    [1, 2],
    [3, 2],
    [4, 4],
  ]);
});
