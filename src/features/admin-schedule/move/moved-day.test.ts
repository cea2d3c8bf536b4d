import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scheduleEntry } from '#tests/fixtures/organiser.tsx';
import { toWallClock } from '#i18n/wall-clock.ts';
import { movedDay } from './moved-day.ts';

const zone = 'Europe/Berlin';
const entry = (id: string, startDate: string, endDate: string) => scheduleEntry(id, { startDate, endDate });
/** Returns the moved entries of a day in wall-clock time. */
const moved = (day: string, to: string, minutes: number, ...rows: ReturnType<typeof entry>[]) =>
  movedDay(rows, day, { to, minutes }, zone)?.map((one) =>
    one.kind === 'moved' ? [one.row.id, toWallClock(one.startDate, zone), toWallClock(one.endDate, zone)] : [one.row.id, one.problem],
  );

test('keeps the hours of entries that move to another day, also across a clock change', () => {
  // Clocks go back in the night to the 25th of October.
  const breakfast = entry('a', '2026-10-24T06:00:00.000Z', '2026-10-24T07:00:00.000Z');
  expect(movedDay([breakfast], '2026-10-24', { to: '2026-10-26', minutes: 0 }, zone)).toEqual([
    { kind: 'moved', row: breakfast, startDate: '2026-10-26T07:00:00.000Z', endDate: '2026-10-26T08:00:00.000Z' },
  ]);
  expect(moved('2026-10-24', '2026-10-25', 30, breakfast)).toEqual([['a', '2026-10-25T08:30', '2026-10-25T09:30']]);
});

test('assigns an entry past midnight to the day on which it starts', () => {
  const party = entry('party', '2026-07-02T20:00:00.000Z', '2026-07-03T01:00:00.000Z');
  const early = entry('early', '2026-07-02T22:30:00.000Z', '2026-07-02T23:30:00.000Z');
  expect(moved('2026-07-02', '2026-07-04', 0, party, early)).toEqual([['party', '2026-07-04T22:00', '2026-07-05T03:00']]);
  expect(moved('2026-07-03', '2026-07-03', -60, party, early)).toEqual([['early', '2026-07-02T23:30', '2026-07-03T00:30']]);
});

test('keeps the wall-clock length over a night with a clock change', () => {
  const night = entry('night', '2026-10-23T20:00:00.000Z', '2026-10-24T04:00:00.000Z');
  expect(moved('2026-10-23', '2026-10-24', 0, night)).toEqual([['night', '2026-10-24T22:00', '2026-10-25T06:00']]);
});

test.each([
  ['2027-03-28', 0, 'skipped'],
  ['9998-12-31', 24 * 60, 'year'],
])('reports a time that does not exist, and does not replace it (%s)', (to, minutes, problem) => {
  const row = entry('a', '2026-07-02T00:30:00.000Z', '2026-07-02T00:45:00.000Z');
  expect(moved('2026-07-02', to, minutes, row)).toEqual([['a', problem]]);
});

test('refuses an entry across the repeated hour that would end before it starts', () => {
  const row = entry('a', '2026-10-25T00:50:00.000Z', '2026-10-25T01:10:00.000Z');
  expect(moved('2026-10-25', '2026-10-27', 0, row)).toEqual([['a', 'before_start']]);
});

test.each(['', '2026-13-01', '0026-07-02', 'tomorrow'])('returns null for %j, which is no day', (to) => {
  expect(movedDay([], '2026-07-02', { to, minutes: 0 }, zone)).toBeNull();
});

test('restores the original times by a move there and back if no clock changes', () => {
  const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-07-${String(day).padStart(2, '0')}`);
  fc.assert(
    fc.property(days, days, fc.integer({ min: -600, max: 600 }), fc.integer({ min: 0, max: 600 }), (day, to, minutes, length) => {
      const start = Date.parse(`${day}T10:00:00Z`);
      const row = entry('a', new Date(start).toISOString(), new Date(start + length * 60_000).toISOString());
      const [there] = movedDay([row], day, { to, minutes }, zone) ?? [];
      if (there?.kind !== 'moved') throw new Error('not moved');
      const { startDate, endDate } = there;
      const at = toWallClock(startDate, zone).slice(0, 10);
      // The same distance in the other direction.
      const back = new Date(Date.parse(at) + Date.parse(day) - Date.parse(to)).toISOString().slice(0, 10);
      const [again] = movedDay([{ ...row, startDate, endDate }], at, { to: back, minutes: -minutes }, zone) ?? [];
      expect(again).toMatchObject({ kind: 'moved', startDate: row.startDate, endDate: row.endDate });
    }),
  );
});
