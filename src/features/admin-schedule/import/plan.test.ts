import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ScheduleEntry, schedule } from '#contract/resources/schedule.ts';
import { eventId } from '#tests/fixtures/device.ts';
import { scheduleEntry } from '#tests/fixtures/organiser.tsx';
import { planOf, type Step } from './plan.ts';
import { readTable } from './read-table.ts';
import { writeTable } from './table-format.ts';

const timeZone = 'Europe/Berlin';
const known = scheduleEntry('a', { id: '0190a000-0000-7000-8000-00000000000a', title: 'Yoga', details: 'Bring a mat' });
const plan = (text: string, rows: readonly ScheduleEntry[] = [known], place = ''): Step[] =>
  planOf(readTable(text, timeZone).lines, rows, { timeZone, place });
const told = (steps: readonly Step[]) =>
  steps.map((step) => (step.kind === 'changed' ? step.changes : step.kind === 'wrong' ? step.wrong : step.kind));

let made = 0;
/** Returns the schedule after all valid steps were applied. */
function taken(steps: readonly Step[], rows: readonly ScheduleEntry[]): ScheduleEntry[] {
  const changes = new Map(steps.flatMap((step) => (step.kind === 'changed' ? [[step.row.id, step.changes] as const] : [])));
  for (const change of changes.values()) expect(schedule.mutations.edit.args.safeParse(change).success).toBe(true);
  const added = steps.flatMap((step) => {
    if (step.kind !== 'new') return [];
    expect(schedule.mutations.create.args.safeParse(step.fields).success).toBe(true);
    return [{ id: `0190b000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`, version: 1, eventId, ...step.fields }];
  });
  return [...rows.map((row) => ({ ...row, ...changes.get(row.id) })), ...added];
}

test('matches an entry by title and start, ignoring spaces and case, and changes the other values', () => {
  const heading = 'Title,Start,End,Place,Details\n';
  expect(told(plan(`${heading}Yoga,2026-07-02 14:00,2026-07-02 15:00,Meadow,Bring a mat`))).toEqual(['same']);
  expect(told(plan(`${heading}Yoga,2.7.2026 14:00,2.7.2026 15:30,Barn,`))).toEqual([
    { endDate: '2026-07-02T13:30:00.000Z', locationName: 'Barn' },
  ]);
  expect(told(plan(`${heading}yoga ,2.7.2026 14:00,,,`))).toEqual([{ title: 'yoga' }]);
  expect(plan(`${heading}Yoga,2.7.2026 17:00,2.7.2026 18:00,Meadow,`)).toMatchObject([{ kind: 'new', sameName: known }]);
});

test('leaves values unchanged if they are empty or missing', () => {
  expect(told(plan('Title,Start\nYoga,2.7.2026 14:00'))).toEqual(['same']);
  expect(told(plan('Title,Start,End,Place,Details\nYoga,2.7.2026 14:00,,,'))).toEqual(['same']);
});

test('changes title and time of an entry matched by id, and keeps its length if the line has no end', () => {
  expect(told(plan(`Title,Start,ID\nMorning yoga,2.7.2026 9:00,${known.id.toUpperCase()}`))).toEqual([
    { title: 'Morning yoga', startDate: '2026-07-02T07:00:00.000Z', endDate: '2026-07-02T08:00:00.000Z' },
  ]);
});

test('adds a new entry for an unknown id', () => {
  expect(told(plan('Title,Start,End,Place,ID\nNew,2.7.2026 9:00,2.7.2026 10:00,Barn,0190a000-0000-7000-8000-00000000000f'))).toEqual([
    'new',
  ]);
});

test.each([
  ['Title,Start,End\nNew,2.7.2026 9:00,2.7.2026 10:00', { locationName: 'required' }],
  ['Title,Start,End,Place\n,2.7.2026 9:00,2.7.2026 10:00,Barn', { title: 'required' }],
  ['Title,Start,End,Place\nNew,2.7.2026 9:00,,Barn', { end: 'required' }],
  ['Title,Start,End,Place\nNew,2.7.2026 9:00,2.7.2026 8:00,Barn', { end: 'before_start' }],
  ['Title,Start,End,Place\nNew,28.3.2027 2:30,28.3.2027 4:00,Barn', { start: 'skipped' }],
  ['Title,Start,End,Place\nNew,2.7.1926 9:00,2.7.1926 10:00,Barn', { start: 'year', end: 'year' }],
  ['Title,Start,End,Place,Link\nNew,2.7.2026 9:00,2.7.2026 10:00,Barn,javascript:alert(1)', { locationUrl: 'url' }],
  [`Title,Start,End,Place\n${'x'.repeat(201)},2.7.2026 9:00,2.7.2026 10:00,Barn`, { title: 'too_long' }],
  ['Title,Start,End\nYoga,2.7.2026 14:00,2.7.2026 13:00', { end: 'before_start' }],
  ['Title,Start\nYoga,noon', { start: 'time' }],
])('refuses %j', (text, wrong) => {
  expect(told(plan(text))).toEqual([wrong]);
});

test('gives new entries without a place the chosen one', () => {
  const text = 'Title,Start,End\nNew,2.7.2026 9:00,2.7.2026 10:00\nYoga,2.7.2026 14:00,';
  expect(plan(text, [known], 'Barn')).toMatchObject([{ kind: 'new', fields: { locationName: 'Barn' } }, { kind: 'same' }]);
});

test('refuses a second line about the same entry, and matches duplicate entries one by one', () => {
  const text = 'Title,Start,Place,End\nNew,2.7.2026 9:00,Barn,10:00\nNEW,2.7.2026 9:00,Tent,10:00';
  expect(told(plan(text))).toEqual(['new', { line: 'twice' }]);
  const again = { ...known, id: '0190a000-0000-7000-8000-00000000000b' };
  expect(told(plan('Title,Start\nYoga,2.7.2026 14:00\nYoga,2.7.2026 14:00', [known, again]))).toEqual(['same', 'same']);
  expect(told(plan(`Title,Start,ID\nA,2.7.2026 9:00,${known.id}\nB,2.7.2026 9:00,${known.id}`)).at(1)).toEqual({ line: 'twice' });
});

test('keeps the instant of an ambiguous time', () => {
  const second = { ...known, startDate: '2026-10-25T01:30:00.000Z', endDate: '2026-10-25T01:45:30.500Z' };
  expect(told(plan('Title,Start,End,Place\nYoga,25.10.2026 2:30,25.10.2026 2:45,Meadow', [second]))).toEqual(['same']);
});

describe('a repeated import changes nothing', () => {
  const words = fc.constantFrom('Yoga', 'yoga', ' Yoga', '=SUM(A1)', "'=x", '"Quoted"', 'a;b', 'Frühstück', 'x'.repeat(201));
  const clocks = fc.constantFrom('2.7.2026 14:00', '2026-07-02 17:00', '25.10.2026 2:30', '28.3.2027 2:30', '9:00', '', '3.7.2026');
  const ids = fc.constantFrom('', known.id, '0190a000-0000-7000-8000-0000000000ff');
  const line = fc.tuple(
    words,
    clocks,
    fc.oneof(clocks, fc.constant('23:00')),
    fc.constantFrom('', 'Meadow', 'Barn'),
    fc.constantFrom('', 'One\nTwo'),
    ids,
  );
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

  test('with any table', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom('', 'Hall'), (lines, place) => {
        const text = `Title,Start,End,Place,Details,ID\n${lines.map((cells) => cells.map(quoted).join(',')).join('\n')}`;
        const rows = taken(plan(text, [known], place), [known]);
        const again = plan(text, rows, place);
        expect(again.filter(({ kind }) => kind === 'new' || kind === 'changed')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('with any exported schedule, regardless of its cells', () => {
    const text = fc
      .oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), words)
      .filter((one) => one.trim() !== '' && !/[\0]/.test(one));
    const start = fc.integer({ min: Date.UTC(2026, 9, 24), max: Date.UTC(2026, 9, 26) });
    const entry = fc.record({
      title: text,
      locationName: text,
      details: fc.option(text),
      start,
      length: fc.integer({ min: 0, max: 10_000_000 }),
      link: fc.constantFrom(null, 'https://a.example/?b=1;c', 'tel:+4930123'),
    });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), fc.constantFrom<',' | ';'>(',', ';'), (entries, delimiter) => {
        const rows = entries.map(({ start: from, length, link, ...rest }, index) =>
          scheduleEntry(String(index), {
            ...rest,
            id: `0190c000-0000-7000-8000-00000000000${index}`,
            locationUrl: link,
            startDate: new Date(from).toISOString(),
            endDate: new Date(from + length).toISOString(),
          }),
        );
        const heading = {
          title: 'Titel',
          start: 'Beginn',
          end: 'Ende',
          locationName: 'Ort',
          locationAddress: 'Adresse',
          locationUrl: 'Link',
          details: 'Details',
          id: 'ID',
        };
        const table = writeTable(rows, timeZone, { heading: (column) => heading[column], delimiter });
        expect(told(plan(table, rows))).toEqual(rows.map(() => 'same'));
      }),
      { numRuns: 300 },
    );
  });
});

test('an export contains no formula', () => {
  const rows = ['=1+1', '+49', '-1', '@x', '\tx', "'=1"].map((title, index) => scheduleEntry(String(index), { title }));
  const text = writeTable(rows, timeZone, { heading: (column) => column, delimiter: ',' });
  const cells = text
    .replace('\ufeff', '')
    .split(/\r\n|,/)
    .map((cell) => cell.replace(/^"/, ''));
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
});
