import { expect, test } from 'vitest';
import { schedule } from '../../contract/resources/schedule.ts';
import { scheduleEntry } from '../../tests/fixtures/organiser.tsx';
import { changesOf, clashesOf } from './use-clashes.ts';

const base = scheduleEntry('a');
const later = '2026-07-02T14:00:00.000Z';

test('only what changed is sent', () => {
  expect(changesOf(schedule, { base, row: base, wanted: { ...base, endDate: later } }, {})).toEqual({ endDate: later });
  expect(changesOf(schedule, { base, row: base, wanted: { ...base } }, {})).toEqual({});
});

test("what others changed in other fields stands, what both changed is asked about, and only one's own choice overrules it", () => {
  const row = { ...base, version: 2, title: 'Theirs', endDate: '2026-07-02T13:30:00.000Z' };
  const versions = { base, row, wanted: { endDate: later, details: 'Bring water' } };
  expect(clashesOf(schedule, versions).map(({ key }) => key)).toEqual(['startDate']);
  expect(changesOf(schedule, versions, { startDate: 'theirs' })).toEqual({ details: 'Bring water' });
  expect(changesOf(schedule, versions, { startDate: 'yours' })).toEqual({ details: 'Bring water', endDate: later });
});

test('a new row, one that is gone and a form that cannot be read clash with nothing', () => {
  const row = { ...base, version: 2, title: 'Theirs' };
  const wanted = { title: 'Mine' };
  expect(clashesOf(schedule, { base: null, row: null, wanted })).toEqual([]);
  expect(clashesOf(schedule, { base, row: null, wanted })).toEqual([]);
  expect(clashesOf(schedule, { base, row, wanted: null })).toEqual([]);
});
