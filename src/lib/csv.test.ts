import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { delimiterIn, writeRows } from './csv.ts';

const rows = [
  ['Title', 'Text'],
  ['a, b', 'c; d'],
  ['says "hello"', 'two\nlines'],
  [' spaces ', ''],
  ['\ufeffmark', 'cr\r'],
];

test.each([',', ';'] as const)('a parser reads back every cell that is written with %s', (delimiter) => {
  const text = writeRows(rows, delimiter);
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(Papa.parse(text.slice(1), { delimiter }).data).toEqual(rows);
});

test.each(['=1+1', '+1', '-1', '@a', '\tx', '\rx', "'=1+1"])('the formula %j is text', (cell) => {
  expect(writeRows([[cell]], ',')).toBe(`\ufeff"'${cell}"`);
});

test('an apostrophe within a text stays', () => expect(writeRows([["'tis", 'it’s']], ',')).toBe("\ufeff'tis,it’s"));

test('the delimiter is the one that spreadsheets of the language expect', () => {
  expect(['de', 'de-AT', 'en'].map(delimiterIn)).toEqual([';', ';', ',']);
});
