import { expect, test } from 'vitest';
import { dayGrid } from './day-grid.ts';

const day = '2026-07-17';
const at = (id: string, place: string, [start, end]: readonly [string, string], endDay = day) => ({
  id,
  locationName: place,
  startDate: `${day}T${start}:00Z`,
  endDate: `${endDay}T${end}:00Z`,
});
const arrange = (...entries: ReturnType<typeof at>[]) =>
  dayGrid(entries, { minutes: (instant) => new Date(instant).getUTCMinutes(), end: Date.parse('2026-07-18T00:00:00Z') });

test('positions entries by place, start and duration, in the order of time', () => {
  const { places, hours, entries } = arrange(
    at('yoga', 'Hall 10', ['09:30', '10:30']),
    at('walk', ' ', ['10:00', '11:00']),
    at('talk', 'Hall 2', ['10:00', '12:05']),
  );
  expect(places.map(({ name }) => name)).toEqual(['Hall 2', 'Hall 10', '']);
  expect(hours.map((hour) => new Date(hour).getUTCHours())).toEqual([9, 10, 11, 12]);
  expect(entries.map(({ entry: { id }, column, row, rows }) => [id, column, row, rows])).toEqual([
    ['yoga', 1, 6, 12],
    ['walk', 2, 12, 12],
    ['talk', 0, 12, 25],
  ]);
});

test('splits a place among entries that overlap, and only among these', () => {
  const { places, entries } = arrange(
    at('a', 'Hall', ['09:00', '11:00']),
    at('b', 'Hall', ['09:30', '10:00']),
    at('c', 'Hall', ['10:00', '11:00']),
    at('d', 'Hall', ['11:00', '12:00']),
  );
  expect(places).toEqual([{ name: 'Hall', lanes: 2 }]);
  expect(entries.map(({ entry: { id }, lane, lanes }) => [id, lane, lanes])).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 1, 2],
    ['d', 0, 1],
  ]);
});

test('gives short entries room, which those after them do not take', () => {
  const { entries } = arrange(at('a', 'Hall', ['09:00', '09:00']), at('b', 'Hall', ['09:15', '10:00']));
  expect(entries.map(({ lane, rows }) => [lane, rows])).toEqual([
    [0, 6],
    [1, 9],
  ]);
});

test('ends at midnight though an entry continues', () => {
  const { hours, entries } = arrange(at('night', 'Tents', ['22:00', '07:00'], '2026-07-18'));
  expect([hours.length, entries[0]?.rows]).toEqual([2, 24]);
});
