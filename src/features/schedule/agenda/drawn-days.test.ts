import { expect, test } from 'vitest';
import { drawnDays, openedDay } from './drawn-days.ts';

const entry = (id: string) => ({ id, eventId: 1, title: id, startDate: '', endDate: '', locationName: '', locationUrl: null });

const days = ['a', 'b', 'c'].map((day) => ({ day, entries: Array.from({ length: 12 }, (_, index) => entry(`${day}${index}`)) }));

const drawnIds = (id: string | undefined, count = 9): string[] =>
  drawnDays(days, id, count).days.flatMap(({ entries }) => entries.map((row) => row.id));

test('draws a screenful from the opened row on, across days', () => {
  expect(drawnIds('a8')).toEqual(['a8', 'a9', 'a10', 'a11', 'b0', 'b1', 'b2', 'b3', 'b4']);
  expect(drawnDays(days, 'a8', 9)).toMatchObject({ start: 8 });
});

test('draws from the first row without an opened one, and for an unknown one', () => {
  expect(drawnIds(undefined)[0]).toBe('a0');
  expect(drawnIds('gone')).toEqual(drawnIds(undefined));
});

test('fills the screen from above if the opened row is one of the last', () => {
  expect(drawnIds('c11')).toEqual(['c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9', 'c10', 'c11']);
});

test('draws the rows below first, then those above, and keeps what is drawn', () => {
  const steps = [9, 21, 33, 45].map((count) => drawnIds('b6', count));
  for (const [step, drawn] of steps.slice(1).entries()) expect(drawn).toEqual(expect.arrayContaining(steps[step] ?? []));
  expect(steps[1]?.at(-1)).toBe('c11');
  expect(steps[3]).toHaveLength(36);
  expect(drawnDays(days, 'b6', 36)).toEqual({ days, start: 0 });
});

test('begins with the day of the opened row, unless many rows are above it', () => {
  expect(openedDay(days, 'b6')).toEqual({ from: 'b0', above: 6 });
  expect(openedDay(days, 'b0')).toEqual({ from: 'b0', above: 0 });
  const long = [{ day: 'a', entries: Array.from({ length: 30 }, (_, index) => entry(`${index}`)) }];
  expect(openedDay(long, '18')).toEqual({ from: '0', above: 18 });
  expect(openedDay(long, '19')).toEqual({ from: '19', above: 0 });
});

test('begins with the first day without an opened row, and for an unknown one', () => {
  expect(openedDay(days, undefined)).toEqual({ from: undefined, above: 0 });
  expect(openedDay(days, 'gone')).toEqual({ from: 'gone', above: 0 });
});
