import { expect, test } from 'vitest';
import { type EventRow, events } from '#contract/resources/events.ts';
import { schedule } from '#contract/resources/schedule.ts';
import { scheduleEntry } from '#tests/fixtures/organiser.tsx';
import { changesOf, clashesOf } from './use-clashes.ts';

const base = scheduleEntry('a');
const later = '2026-07-02T14:00:00.000Z';

test('sends only changed fields', () => {
  expect(changesOf(schedule, { base, row: base, edited: { ...base, endDate: later } }, {})).toEqual({ endDate: later });
  expect(changesOf(schedule, { base, row: base, edited: { ...base } }, {})).toEqual({});
});

test("keeps others' changes of other fields, asks about fields that both changed, and sends them only if chosen", () => {
  const row = { ...base, version: 2, title: 'Theirs', endDate: '2026-07-02T13:30:00.000Z' };
  const versions = { base, row, edited: { endDate: later, details: 'Bring water' } };
  expect(clashesOf(schedule, versions).map(({ key }) => key)).toEqual(['startDate']);
  expect(changesOf(schedule, versions, { startDate: 'theirs' })).toEqual({ details: 'Bring water' });
  expect(changesOf(schedule, versions, { startDate: 'yours' })).toEqual({ details: 'Bring water', endDate: later });
});

test('a new row, a deleted row and an unreadable form have no clashes', () => {
  const row = { ...base, version: 2, title: 'Theirs' };
  const edited = { title: 'Mine' };
  expect(clashesOf(schedule, { base: null, row: null, edited })).toEqual([]);
  expect(clashesOf(schedule, { base, row: null, edited })).toEqual([]);
  expect(clashesOf(schedule, { base, row, edited: null })).toEqual([]);
});

test('treats a time zone and its dates as one group', () => {
  const times = { startDate: '2026-07-01T08:00:00.000Z', endDate: '2026-07-09T08:00:00.000Z', timeZone: 'Europe/London' };
  const event = { id: 1, version: 1, title: 'Camp', ...times } as EventRow;
  const edited = { startDate: '2026-07-01T07:00:00.000Z', endDate: '2026-07-09T07:00:00.000Z', timeZone: 'Europe/Berlin' };
  const versions = { base: event, row: { ...event, version: 2, endDate: '2026-07-10T08:00:00.000Z' }, edited };
  expect(clashesOf(events, versions)).toMatchObject([{ yours: edited, theirs: { ...times, endDate: '2026-07-10T08:00:00.000Z' } }]);
  expect(changesOf(events, versions, { startDate: 'theirs' })).toEqual({});
  expect(changesOf(events, versions, { startDate: 'yours' })).toEqual(edited);
});
