import { expect, test } from 'vitest';
import { Refusal } from '../../../contract/errors.ts';
import { scheduleEntry } from '../../../tests/fixtures/organiser.tsx';
import { changesOf, clashesOf, problemsIn, readForm, type ScheduleFields, type ScheduleValues, valuesOf } from './schedule-form.ts';

const zone = 'Europe/Berlin';
const entry = scheduleEntry('a', { startDate: '2026-07-02T12:00:30.000Z' });
const filled = valuesOf(entry, zone);
const fieldsOf = (part: Partial<ScheduleValues>, base = entry): ScheduleFields => {
  const read = readForm({ ...filled, ...part }, base, zone);
  if (read.kind === 'problems') throw new Error(JSON.stringify(read.problems));
  return read.fields;
};

test('times are those of the event, cut to minutes', () => {
  expect(filled).toMatchObject({ start: '2026-07-02T14:00', end: '2026-07-02T15:00' });
});

test('a time that was not touched stays the instant that it was', () => {
  expect(fieldsOf({ title: 'Other' }).startDate).toBe('2026-07-02T12:00:30.000Z');
  expect(fieldsOf({ start: '2026-07-02T14:30' }).startDate).toBe('2026-07-02T12:30:00.000Z');
});

test.each([
  [{ title: ' ' }, { title: 'required' }],
  [{ start: '' }, { start: 'required' }],
  [{ end: '' }, { end: 'required' }],
  [{ locationName: '' }, { locationName: 'required' }],
  [{ locationUrl: 'meadow' }, { locationUrl: 'url' }],
  [{ locationUrl: 'javascript:alert(1)' }, { locationUrl: 'url' }],
  [{ end: '2026-07-02T13:59' }, { end: 'before_start' }],
  [{ start: '0026-07-02T14:00' }, { start: 'year' }],
  [{ start: '2027-03-28T02:30', end: '2027-03-28T04:00' }, { start: 'skipped' }],
])('%o is refused: %o', (part, problems) => {
  expect(readForm({ ...filled, ...part }, entry, zone)).toEqual({ kind: 'problems', problems });
});

test('what is optional may be left out', () => {
  expect(fieldsOf({ details: ' ', locationUrl: '', locationAddress: '' })).toMatchObject({
    details: null,
    locationUrl: null,
    locationAddress: null,
  });
});

test('only what changed is sent', () => {
  expect(changesOf(entry, fieldsOf({ end: '2026-07-02T16:00' }), entry, {})).toEqual({ endDate: '2026-07-02T14:00:00.000Z' });
  expect(changesOf(entry, fieldsOf({}), entry, {})).toEqual({});
});

test("what others changed in other fields stands, what both changed is asked about, and only one's own choice overrules it", () => {
  const theirs = { ...entry, version: 2, title: 'Theirs', endDate: '2026-07-02T13:30:00.000Z' };
  const mine = fieldsOf({ end: '2026-07-02T16:00', details: 'Bring water' });
  expect(clashesOf(entry, mine, theirs).map(({ key }) => key)).toEqual(['startDate']);
  expect(changesOf(entry, mine, theirs, { startDate: 'theirs' })).toEqual({ details: 'Bring water' });
  expect(changesOf(entry, mine, theirs, { startDate: 'yours' })).toEqual({ details: 'Bring water', endDate: '2026-07-02T14:00:00.000Z' });
});

test("the rule's refusal is shown at its field", () => {
  const refusal = new Refusal('invalid', { issues: [{ path: 'endDate', message: 'before_start' }] });
  expect(problemsIn(refusal)).toEqual({ end: 'before_start' });
  expect(problemsIn(new Refusal('not_found'))).toEqual({});
});
