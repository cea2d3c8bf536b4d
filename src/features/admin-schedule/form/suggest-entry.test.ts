import { expect, test } from 'vitest';
import { scheduleEntry } from '#tests/fixtures/organiser.tsx';
import { movedEnd, suggestEntry } from './suggest-entry.ts';

const event = { startDate: '2026-07-01T14:00:00.000Z', endDate: '2026-07-09T10:00:00.000Z', timeZone: 'Europe/Berlin' };
const before = Date.parse('2026-05-01T12:00:00.000Z');
const entry = (id: string, day: string, [from, to]: [string, string], locationName = 'Meadow') =>
  scheduleEntry(id, { startDate: `2026-07-${day}T${from}:00.000Z`, endDate: `2026-07-${day}T${to}:00.000Z`, locationName });
const suggest = (rows: readonly ReturnType<typeof entry>[], part: { day?: string; now?: number } = {}) =>
  suggestEntry({ event, rows, day: null, now: before, ...part });

test('begins an empty schedule when the event begins, in its zone, for one hour', () => {
  expect(suggest([])).toEqual({ start: '2026-07-01T16:00', end: '2026-07-01T17:00', locationName: '' });
});

test('begins on the current day of a running event unless the newest entry is on a later one', () => {
  const now = Date.parse('2026-07-03T20:00:00.000Z');
  expect(suggest([], { now }).start).toBe('2026-07-03T09:00');
  expect(suggest([entry('1', '02', ['08:00', '09:00'])], { now }).start).toBe('2026-07-03T09:00');
  expect(suggest([entry('1', '04', ['08:00', '09:00'])], { now }).start).toBe('2026-07-04T11:00');
});

test('begins at nine on the first day of an event that has no time of day', () => {
  const whole = { ...event, startDate: '2026-06-30T22:00:00.000Z' };
  expect(suggestEntry({ event: whole, rows: [], day: null, now: before }).start).toBe('2026-07-01T09:00');
});

test('continues after the last entry on the day of the newest one, at its place', () => {
  const rows = [entry('2', '04', ['10:00', '11:30'], 'Barn'), entry('1', '04', ['08:00', '09:00']), entry('0', '06', ['08:00', '09:00'])];
  expect(suggest(rows)).toEqual({ start: '2026-07-04T13:30', end: '2026-07-04T14:30', locationName: 'Barn' });
});

test('continues on the chosen day, with the last place used if it is empty', () => {
  const rows = [entry('1', '04', ['08:00', '09:00'], 'Barn'), entry('0', '06', ['08:00', '09:00'], 'Jetty')];
  expect(suggest(rows, { day: '2026-07-06' })).toEqual({ start: '2026-07-06T11:00', end: '2026-07-06T12:00', locationName: 'Jetty' });
  expect(suggest(rows, { day: '2026-07-07' })).toEqual({ start: '2026-07-07T09:00', end: '2026-07-07T10:00', locationName: 'Barn' });
});

test('does not continue after a night, or an entry that frames the whole event', () => {
  const frame = scheduleEntry('9', { startDate: '2026-07-04T06:00:00.000Z', endDate: '2026-07-08T06:00:00.000Z' });
  const night = scheduleEntry('8', { startDate: '2026-07-04T21:00:00.000Z', endDate: '2026-07-05T05:00:00.000Z' });
  expect(suggest([frame, night, entry('1', '04', ['08:00', '09:00'])]).start).toBe('2026-07-04T11:00');
});

test.each([
  ['2026-07-04T10:00', '2026-07-04T09:00', '2026-07-04T11:30', '2026-07-04T12:30'],
  ['2026-07-04T23:30', '2026-07-04T22:00', '2026-07-05T23:00', '2026-07-06T00:30'],
  ['', '', '2026-07-04T11:30', '2026-07-04T12:30'],
  ['2026-07-04T10:00', '2026-07-04T09:00', '', '2026-07-04T10:00'],
])('moves the end %s when the start moves from %s to %s: %s', (end, from, to, moved) => {
  expect(movedEnd(end, from, to)).toBe(moved);
});
