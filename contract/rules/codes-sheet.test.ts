import { expect, test } from 'vitest';
import { codesSheet, harmless } from './codes-sheet.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49 170', "'+49 170"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['\n=1', "'\n=1"],
  // An unwritable character must not hide a formula.
  ['\u0001=1', "'=1"],
  ['CAMP-2026', 'CAMP-2026'],
  ['a=b', 'a=b'],
  ['', ''],
  ['half \ud83d', 'half \ufffd'],
])('turns a possible formula into text: %j', (cell, text) => expect(harmless(cell)).toBe(text));

test('makes every cell text, also addresses', () => {
  const words = { code: 'Code', used: 'Used', reusable: 'Reusable', user: 'Used by', yes: 'yes', no: 'no' };
  const at = { version: 1, eventId: 1 };
  const rows = [
    { ...at, id: 'a', code: '=A', used: true, reusable: false, user: { email: '+anna@demo.example' } },
    { ...at, id: 'b', code: 'B', used: false, reusable: true, user: null },
  ];
  expect(codesSheet(rows, words)).toEqual([
    ['Code', 'Used', 'Reusable', 'Used by'],
    ["'=A", 'yes', 'no', "'+anna@demo.example"],
    ['B', 'no', 'yes', ''],
  ]);
});
