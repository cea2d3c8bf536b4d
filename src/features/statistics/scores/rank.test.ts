import { expect, test } from 'vitest';
import { rank, shortened } from './rank.ts';

const rows = [3, 9, 0, 3, -1, 1].map((value, index) => ({ userId: index + 1, value }));

test('the highest first, the same value in the same place, and nobody who counted nothing', () => {
  expect(rank(rows).map(({ row, place }) => [row.userId, place])).toEqual([
    [2, 1],
    [1, 2],
    [4, 2],
    [6, 4],
  ]);
});

test('a short list still has the person who reads it', () => {
  const ids = (userId: number) => shortened(rank(rows), 2, userId).shown.map(({ row }) => row.userId);
  expect(ids(1)).toEqual([2, 1]);
  expect(ids(6)).toEqual([2, 1, 6]);
  expect(shortened(rank(rows), 2, 6).left).toBe(1);
});
