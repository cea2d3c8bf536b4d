import { expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const at = (instant: string): number => Date.parse(instant);
const until = (hours: { from: number; to: number }, instant: string, timeZone = 'Europe/Berlin'): string | null => {
  const end = quietUntil({ ...hours, timeZone }, at(instant));
  return end === null ? null : new Date(end).toISOString();
};
const night = { from: 22 * 60, to: 8 * 60 };
const siesta = { from: 13 * 60, to: 14 * 60 + 30 };

test.each([
  ['begins with its first minute', night, '2026-07-10T20:00:00.000Z', '2026-07-11T06:00:00.000Z'],
  ['has not begun a moment before', night, '2026-07-10T19:59:59.999Z', null],
  ['goes on after midnight until the same morning', night, '2026-07-11T01:00:00.000Z', '2026-07-11T06:00:00.000Z'],
  ['is over in the minute of its end', night, '2026-07-11T06:00:00.000Z', null],
  ['lasts until the last moment before', night, '2026-07-11T05:59:59.999Z', '2026-07-11T06:00:00.000Z'],
  ['may lie within one day', siesta, '2026-07-10T11:30:00.000Z', '2026-07-10T12:30:00.000Z'],
  ['does not include the rest of that day', siesta, '2026-07-10T12:30:00.000Z', null],
  ['is absent with equal bounds', { from: 600, to: 600 }, '2026-07-10T08:00:00.000Z', null],
  ['is an hour shorter in the night in which clocks go forward', night, '2026-03-28T21:00:00.000Z', '2026-03-29T06:00:00.000Z'],
  ['is an hour longer in the night in which clocks go back', night, '2026-10-24T20:00:00.000Z', '2026-10-25T07:00:00.000Z'],
])('a quiet time %s', (_case, hours, instant, end) => expect(until(hours, instant)).toBe(end));

test('a bound that the clocks skip counts as an hour later', () => {
  expect(until({ from: 0, to: 2 * 60 + 30 }, '2026-03-29T00:10:00.000Z')).toBe('2026-03-29T01:30:00.000Z');
});

test('the hours are those of the zone of the event', () => {
  expect(until(night, '2026-07-10T20:00:00.000Z', 'Asia/Tokyo')).toBe('2026-07-10T23:00:00.000Z');
  expect(until(night, '2026-07-10T20:00:00.000Z', 'America/Los_Angeles')).toBeNull();
});
