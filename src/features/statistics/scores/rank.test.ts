import { expect, test } from 'vitest';
import { rank } from './rank.ts';

const rows = [3, 9, 3, 1].map((value, index) => ({ userId: index + 1, value }));

test('the highest value is first and equal values share a place', () => {
  expect(rank(rows).map(({ row, place }) => [row.userId, place])).toEqual([
    [2, 1],
    [1, 2],
    [3, 2],
    [4, 4],
  ]);
});
