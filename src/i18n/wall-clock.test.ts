import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWallClock, toWallClock } from './wall-clock.ts';

const zones = fc.constantFrom(
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'UTC',
);
const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });

test('an instant comes back from its wall-clock time; where that comes twice, the first of the two does', () => {
  fc.assert(
    fc.property(zones, minutes, (zone, minute) => {
      const instant = new Date(minute * 60_000).toISOString();
      const local = toWallClock(instant, zone);
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return false;
      const back = fromWallClock(local, zone);
      if (back?.kind === 'once') return back.instant === instant;
      return back?.kind === 'twice' && toWallClock(back.instant, zone) === local && Date.parse(back.instant) <= Date.parse(instant);
    }),
    { numRuns: 400, seed: 1 },
  );
});

test('every wall-clock time either shows itself again, or is said to be skipped', () => {
  const local = minutes.map((minute) => new Date(minute * 60_000).toISOString().slice(0, 16));
  fc.assert(
    fc.property(zones, local, (zone, value) => {
      const found = fromWallClock(value, zone);
      return found !== null && found.kind !== 'year' && (found.kind === 'never' || toWallClock(found.instant, zone) === value);
    }),
    { numRuns: 400, seed: 1 },
  );
});

test('the night clocks go forward has no half past two, the night they go back has two of them', () => {
  expect(fromWallClock('2026-03-29T02:30', 'Europe/Berlin')).toEqual({ kind: 'never' });
  expect(fromWallClock('2026-10-25T02:30', 'Europe/Berlin')).toEqual({ kind: 'twice', instant: '2026-10-25T00:30:00.000Z' });
  expect(fromWallClock('2026-07-17T14:00', 'Europe/Berlin')).toEqual({ kind: 'once', instant: '2026-07-17T12:00:00.000Z' });
});

test("where the phone does not know the event's zone, wall clocks are those of its own", () => {
  const { timeZone: own } = new Intl.DateTimeFormat().resolvedOptions();
  const instant = '2026-07-17T12:00:00.000Z';
  expect(toWallClock(instant, 'Mars/Olympus')).toBe(toWallClock(instant, own));
  expect(fromWallClock('2026-07-17T14:00', 'Mars/Olympus')).toEqual(fromWallClock('2026-07-17T14:00', own));
});

test('seconds are cut off', () => {
  expect(toWallClock('2026-07-17T12:00:59.999Z', 'Europe/Berlin')).toBe('2026-07-17T14:00');
  expect(fromWallClock('2026-07-17T14:00:59', 'Europe/Berlin')).toMatchObject({ instant: '2026-07-17T12:00:00.000Z' });
});

test.each(['', 'tomorrow', '2026-02-30T10:00', '2026-13-01T10:00'])('%o is no time', (value) => {
  expect(fromWallClock(value, 'Europe/Berlin')).toBeNull();
});
