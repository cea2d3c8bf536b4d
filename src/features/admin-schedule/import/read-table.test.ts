import { describe, expect, test } from 'vitest';
import { decoded } from './read-import.ts';
import { importLines, ImportRefused } from './imported.ts';
import { readTable } from './read-table.ts';
import { plainText } from './plain-text.ts';
import { readWritten } from './written-times.ts';

const zone = 'Europe/Berlin';
const latin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string, order: 'le' | 'be', mark: boolean): Uint8Array => {
  const bytes = (mark ? `\ufeff${text}` : text).split('').flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]);
  if (order === 'be') for (let at = 0; at < bytes.length; at += 2) [bytes[at], bytes[at + 1]] = [bytes[at + 1]!, bytes[at]!];
  return Uint8Array.from(bytes);
};
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const german = 'Titel;Beginn\r\nFrühstück für alle;2.7.2026 8:30';

test.each([
  ['UTF-8', utf8(german)],
  ['UTF-8 with its mark', utf8(`\ufeff${german}`)],
  ['Windows-1252', latin(german)],
  ['UTF-16 as Excel writes it', utf16(german, 'le', true)],
  ['UTF-16 the other way round', utf16(german, 'be', true)],
  ['UTF-16 without its mark', utf16(german, 'le', false)],
  ['UTF-16 the other way round without its mark', utf16(german, 'be', false)],
])('decodes %s', (_name, bytes) => {
  expect(decoded(bytes)).toBe(german);
});

test('decodes dashes and quotation marks of Windows-1252, and accepts binary data', () => {
  expect(decoded(Uint8Array.from([0xfc, 0x96, 0x84, 0x80]))).toBe('ü–„€');
  expect(typeof decoded(Uint8Array.from([0xff, 0xd8, 0x00, 0x01]))).toBe('string');
  expect(decoded(new Uint8Array())).toBe('');
  // A calendar line that is folded inside a character.
  const folded = Buffer.concat([
    Buffer.from('BEGIN:VCALENDAR\r\nX:Gro'),
    Buffer.of(0xc3),
    Buffer.from('\r\n '),
    Buffer.of(0x9f),
    Buffer.from('e ü'),
  ]);
  expect(decoded(folded)).toBe('BEGIN:VCALENDAR\r\nX:Große ü');
});

describe('times', () => {
  const at = (day: string, time: string) => ({ day, time });
  test.each([
    ['2026-07-02 14:30', at('2026-07-02', '14:30')],
    ['2026-07-02T14:30:00', at('2026-07-02', '14:30')],
    ['2026-7-2', { day: '2026-07-02' }],
    ['2.7.2026 14:30', at('2026-07-02', '14:30')],
    ['02.07.26, 14.30 Uhr', at('2026-07-02', '14:30')],
    ['Do, 2.7.2026 um 9 Uhr', at('2026-07-02', '09:00')],
    ['Donnerstag 2. 7. 2026', { day: '2026-07-02' }],
    ['14:30', { time: '14:30' }],
    ['2:30 pm', { time: '14:30' }],
    ['12:05 a.m.', { time: '00:05' }],
    ['24:00', { time: '24:00' }],
    ['2026-07-02T12:30:00Z', at('2026-07-02', '14:30')],
    ['2026-12-02T12:30:00.000+02:00', at('2026-12-02', '11:30')],
    [' ', {}],
    ['7/2/2026 14:30', null],
    ['2026-02-30', null],
    ['31.6.2026', null],
    ['25:00', null],
    ['14', null],
    ['13:00 pm', null],
    ['soon', null],
    ['2.7.2026 morgens', null],
    ['2026-07-02T99:99:00Z', null],
  ])('reads %j', (text, found) => {
    expect(readWritten(text, zone)).toEqual(found);
  });
});

const read = (text: string) => readTable(text, zone).lines;
const refusal = (text: string): string => {
  try {
    readTable(text, zone);
    return 'read';
  } catch (error) {
    return (error as ImportRefused).problem;
  }
};

test.each([',', ';', '\t'])('splits cells at %j and reads quoted cells', (by) => {
  const cells = (...row: string[]) =>
    row.map((cell) => (cell.includes(by) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(by);
  const text = [
    cells('Title', 'Start', 'End', 'Place', 'Details (optional, one per line)'),
    cells(`Soup${by} "hot"`, '2026-07-02 12:00', '2026-07-02 13:00', 'Tent, left; right', 'One\nTwo'),
  ].join('\r\n');
  expect(read(text)).toMatchObject([
    {
      number: 2,
      values: {
        title: `Soup${by} "hot"`,
        start: '2026-07-02T12:00',
        end: '2026-07-02T13:00',
        locationName: 'Tent, left; right',
        details: 'One\nTwo',
      },
      wrong: {},
    },
  ]);
});

test('reads the separator line of Excel, and ignores unknown columns', () => {
  expect(read('sep=|\r\nTitel|Farbe|Beginn\r\nYoga|rot|2.7.2026 9:00')).toMatchObject([
    { number: 2, values: { title: 'Yoga', start: '2026-07-02T09:00' } },
  ]);
});

test('reads days from a separate column, and an end without a day as the next such time', () => {
  const text = 'Datum;Beginn;Ende;Titel;Ort\n2.7.2026;22:00;2:00;Disko;Zelt\n2.7.2026;22:00;24:00;Kino;Zelt\n2.7.2026;9.00 Uhr;;Yoga;Wiese';
  expect(read(text).map(({ values: { start, end } }) => [start, end])).toEqual([
    ['2026-07-02T22:00', '2026-07-03T02:00'],
    ['2026-07-02T22:00', '2026-07-03T00:00'],
    ['2026-07-02T09:00', undefined],
  ]);
  const google = 'Subject,Start Date,Start Time,End Date,End Time,Location\nTalk,2026-07-02,2:00 PM,2026-07-02,3:30 PM,Hall';
  expect(read(google)).toMatchObject([
    { values: { title: 'Talk', start: '2026-07-02T14:00', end: '2026-07-02T15:30', locationName: 'Hall' } },
  ]);
});

test('skips empty lines, and counts lines as a spreadsheet does', () => {
  expect(read('Title,Start\n\n"A\nB",2026-07-02 9:00\n,,\nC,never\nD,\n').map(({ number, wrong }) => [number, wrong])).toEqual([
    [3, {}],
    [5, { start: 'time' }],
    [6, {}],
  ]);
});

test('reports an unreadable time at its field, and an unclosed quotation mark at its line', () => {
  expect(read('Title,Start,End\nA,9:00,7/2/2026\nB,2026-07-02,x')).toMatchObject([
    { wrong: { start: 'time', end: 'time' } },
    { wrong: { start: 'time', end: 'time' } },
  ]);
  expect(read('Title,Start\nA,2026-07-02 9:00\n"B,2026-07-02 9:00\nC,x').map(({ wrong }) => wrong)).toEqual([{}, { line: 'quotes' }]);
});

test('restores escaped formulas', () => {
  expect(read(`Title,Start,Place\n'=1+1,2026-07-02 9:00,''@home`)[0]?.values).toMatchObject({ title: '=1+1', locationName: "'@home" });
  expect(read(`Title,Start\n'tis time,2026-07-02 9:00`)[0]?.values.title).toBe("'tis time");
});

test.each([
  ['nothing', '', 'empty'],
  ['headings alone', 'Title,Start\n', 'empty'],
  ['empty lines', 'Title,Start\n,,\n \n', 'empty'],
  ['other headings', 'Foo,Bar\n1,2', 'columns'],
  ['no start', 'Title,Place\nA,B', 'columns'],
  ['a web page', '<!doctype html>\n<html><body>Sign in</body></html>', 'columns'],
  ['brackets without end', '('.repeat(1_000_000), 'columns'],
  ['names of the language itself', '__proto__,constructor\n1,2', 'columns'],
  ['one column for each letter', `${'a,'.repeat(300_000)}\nx`, 'columns'],
  ['a quotation mark and then a megabyte', `Title,Start\n"${'x,'.repeat(500_000)}`, 'read'],
  ['as many as may be', `Title,Start\n${'A,2026-07-02 9:00\n'.repeat(importLines)}`, 'read'],
  ['thousands of empty ones behind them', `Title,Start\nA,2026-07-02 9:00\n${',\n'.repeat(50_000)}`, 'read'],
  ['one more', `Title,Start\n${'A,2026-07-02 9:00\n'.repeat(importLines)}B,2026-07-02 9:00`, 'too_many'],
])('handles %s: %#', (_name, text, outcome) => {
  expect(refusal(text)).toBe(outcome);
});

test('converts the HTML of calendars to text in linear time', () => {
  expect(plainText('<p>Bring <b>tea</b> &amp; cake<br>1 &lt; 2</p><ul><li>a</li><li>b</li></ul><script>alert(1)</script>')).toBe(
    'Bring tea & cake\n1 < 2\na\nb\n\nalert(1)',
  );
  expect(plainText(' 1 < 2 & so on \n')).toBe('1 < 2 & so on');
  for (const hostile of ['<script', '<br ', '<', ' \t', '&'])
    expect(plainText(`<b>${hostile.repeat(1_000_000)}`).length).toBeLessThan(20_001);
});
