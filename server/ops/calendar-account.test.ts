import { expect, test } from 'vitest';
import type { ReplacedCalendar } from '../calendar/replace-calendar.ts';
import { calendarAccount } from './calendar-account.ts';

const occurrence = {} as ReplacedCalendar['occurrences'][number];
const taken = (count: number): ReplacedCalendar => ({
  entries: count,
  taken: count,
  occurrences: Array.from({ length: count }, () => occurrence),
  added: count,
  changed: 0,
  removed: 0,
  leftOut: [],
  dropped: count,
  unknownZones: [],
  withoutZone: count,
});

test('the report on a file uses the singular for one', () => {
  expect(calendarAccount('club.ics', taken(1), 'Europe/Berlin').split('\n')).toEqual([
    'club.ics: 1 entry, 1 taken.',
    '  1 date: 1 new, 0 changed, 0 the same; 0 removed.',
    '  1 date is too many and was not taken.',
    '  1 entry names no time zone: its times were read as Europe/Berlin.',
  ]);
});

test.each([0, 2])('the report on a file uses the plural for %i', (count) => {
  const [first, second, ...others] = calendarAccount('club.ics', taken(count), 'Europe/Berlin').split('\n');
  expect([first, second]).toEqual([
    `club.ics: ${count} entries, ${count} taken.`,
    `  ${count} dates: ${count} new, 0 changed, 0 the same; 0 removed.`,
  ]);
  const many = ['  2 dates are too many and were not taken.', '  2 entries name no time zone: their times were read as Europe/Berlin.'];
  expect(others).toEqual(count === 0 ? [] : many);
});
