import { expect, test } from 'vitest';
import { entryStatus, nowAndNext } from './entry-status.ts';

const at = (time: string): number => Date.parse(`2026-07-17T${time}:00Z`);
const entry = (id: string, start: string, end: string) => ({ id, startDate: `2026-07-17T${start}:00Z`, endDate: `2026-07-17T${end}:00Z` });

const breakfast = entry('breakfast', '07:30', '09:00');
const yoga = entry('yoga', '08:00', '08:45');
const round = entry('round', '09:00', '09:30');
const canoe = entry('canoe', '09:30', '12:00');
const print = entry('print', '09:30', '11:00');

test.each([
  ['07:29', 'next'],
  ['07:30', 'ongoing'],
  ['08:59', 'ongoing'],
  ['09:00', 'past'],
])('returns the status at %s: %s', (time, status) => {
  expect(entryStatus(breakfast, at(time))).toBe(status);
});

test('returns running entries, latest start first, and all entries with the next start', () => {
  const all = [canoe, print, breakfast, yoga];
  const { ongoing, next } = nowAndNext(all, at('08:10'));
  expect(ongoing.map(({ id }) => id)).toEqual(['yoga', 'breakfast']);
  expect(next.map(({ id }) => id)).toEqual(['canoe', 'print']);
});

test('returns nothing between two entries, and no next one after the last', () => {
  expect(nowAndNext([breakfast, canoe], at('09:10')).ongoing).toEqual([]);
  expect(nowAndNext([breakfast, round], at('23:00'))).toEqual({ ongoing: [], next: [] });
});
