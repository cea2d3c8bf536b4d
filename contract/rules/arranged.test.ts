import { expect, test } from 'vitest';
import { arranged } from './arranged.ts';

const rows = [
  { id: 'a', position: 1 },
  { id: 'b', position: 2 },
  { id: 'c', position: 3 },
];
const shown = (places?: Parameters<typeof arranged>[1]) => arranged(rows, places).map(({ id, position }) => `${id}${position}`);

test('keeps the positions of creation if nothing was arranged', () => {
  expect([shown(), shown([])]).toEqual([
    ['a1', 'b2', 'c3'],
    ['a1', 'b2', 'c3'],
  ]);
});

test('puts arranged rows at their places, before rows that have the same position from their creation', () => {
  expect(shown([{ id: 'c', position: 1 }])).toEqual(['c1', 'a1', 'b2']);
  const all = [
    { id: 'c', position: 1 },
    { id: 'a', position: 2 },
    { id: 'b', position: 3 },
  ];
  expect(shown(all)).toEqual(['c1', 'a2', 'b3']);
});

test('ignores the place of a deleted row', () => {
  expect(shown([{ id: 'x', position: 1 }])).toEqual(['a1', 'b2', 'c3']);
});
