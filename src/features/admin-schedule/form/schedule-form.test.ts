import { expect, test } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { scheduleEntry } from '#tests/fixtures/organiser.tsx';
import { endsBeforeStart, readForm, type ScheduleFields, type ScheduleValues, valuesOf } from './schedule-form.ts';

const zone = 'Europe/Berlin';
const entry = scheduleEntry('a', { startDate: '2026-07-02T12:00:30.000Z' });
const filled = valuesOf(entry, zone);
const fieldsOf = (part: Partial<ScheduleValues>, base = entry): ScheduleFields => {
  const read = readForm({ ...filled, ...part }, base, zone);
  if (read.kind === 'wrong') throw new Error(JSON.stringify(read.wrong));
  return read.args;
};

test('shows times in the zone of the event, cut to minutes', () => {
  expect(filled).toMatchObject({ start: '2026-07-02T14:00', end: '2026-07-02T15:00' });
});

test('keeps the instant of an untouched time', () => {
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
])('refuses %o: %o', (part, wrong) => {
  expect(readForm({ ...filled, ...part }, entry, zone)).toEqual({ kind: 'wrong', wrong });
});

test('accepts missing optional values', () => {
  expect(fieldsOf({ details: ' ', locationUrl: '', locationAddress: '' })).toMatchObject({
    details: null,
    locationUrl: null,
    locationAddress: null,
  });
});

test('recognises the refusal of an end before the start', () => {
  const refusal = new Refusal('invalid', { issues: [{ path: 'endDate', message: 'before_start' }] });
  expect(endsBeforeStart(refusal)).toBe(true);
  expect(endsBeforeStart(new Refusal('not_found'))).toBe(false);
});
