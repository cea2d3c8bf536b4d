import { expect, test } from 'vitest';
import { arranged } from './arranged.ts';

const rows = [
  { id: 'a', position: 1 },
  { id: 'b', position: 2 },
  { id: 'c', position: 3 },
];
const shown = (places?: Parameters<typeof arranged>[1]) => arranged(rows, places).map(({ id, position }) => `${id}${position}`);

test('what nobody has arranged stands as it was made', () => {
  expect([shown(), shown([])]).toEqual([
    ['a1', 'b2', 'c3'],
    ['a1', 'b2', 'c3'],
  ]);
});

test('what somebody has arranged stands there, and takes its place before what only was made there', () => {
  expect(shown([{ id: 'c', position: 1 }])).toEqual(['c1', 'a1', 'b2']);
  const all = [
    { id: 'c', position: 1 },
    { id: 'a', position: 2 },
    { id: 'b', position: 3 },
  ];
  expect(shown(all)).toEqual(['c1', 'a2', 'b3']);
});

test('a place of a row that is gone is nobody’s', () => {
  expect(shown([{ id: 'x', position: 1 }])).toEqual(['a1', 'b2', 'c3']);
});
