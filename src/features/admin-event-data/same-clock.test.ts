import { expect, test } from 'vitest';
import { scheduleEntry } from '#tests/fixtures/organiser.tsx';
import { shiftedEntries } from './same-clock.ts';

const entry = (startDate: string, endDate: string) => scheduleEntry('a', { startDate, endDate });

test('returns times that keep the clock for an entry that reads differently in another zone', () => {
  const lunch = entry('2026-07-02T10:00:00.000Z', '2026-07-02T11:30:00.000Z');
  expect(shiftedEntries([lunch], 'Europe/London', 'Europe/Berlin')).toEqual([
    { row: lunch, kept: { startDate: '2026-07-02T09:00:00.000Z', endDate: '2026-07-02T10:30:00.000Z' } },
  ]);
});

test('omits entries that read the same, also if the zones differ only in a part of the year', () => {
  const [summer, winter] = [
    entry('2026-07-02T10:00:00.000Z', '2026-07-02T11:00:00.000Z'),
    entry('2026-12-02T10:00:00.000Z', '2026-12-02T11:00:00.000Z'),
  ];
  expect(shiftedEntries([summer, winter], 'Europe/Berlin', 'Europe/Paris')).toEqual([]);
  expect(shiftedEntries([summer, winter], 'UTC', 'Europe/London').map(({ row }) => row)).toEqual([summer]);
});

test.each([
  ['begins in an hour that is skipped there', '2027-03-14T01:30:00.000Z', '2027-03-14T05:00:00.000Z', 'America/New_York'],
  ['goes past the last year', '9999-12-31T22:30:00.000Z', '9999-12-31T22:45:00.000Z', 'America/New_York'],
  ['would end before it starts', '2026-10-25T00:50:00.000Z', '2026-10-25T01:10:00.000Z', 'UTC'],
])('returns no times to keep for an entry that %s', (_what, startDate, endDate, zone) => {
  expect(shiftedEntries([entry(startDate, endDate)], 'Europe/Berlin', zone)).toMatchObject([{ kept: null }]);
});
