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

test('converts an instant to wall-clock time and back, to the first one if it occurs twice', () => {
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

test('every wall-clock time converts back to itself, or is reported as skipped', () => {
  const local = minutes.map((minute) => new Date(minute * 60_000).toISOString().slice(0, 16));
  fc.assert(
    fc.property(zones, local, (zone, value) => {
      const found = fromWallClock(value, zone);
      return found !== null && found.kind !== 'year' && (found.kind === 'never' || toWallClock(found.instant, zone) === value);
    }),
    { numRuns: 400, seed: 1 },
  );
});

test('half past two is skipped when clocks go forward, and occurs twice when they go back', () => {
  expect(fromWallClock('2026-03-29T02:30', 'Europe/Berlin')).toEqual({ kind: 'never' });
  expect(fromWallClock('2026-10-25T02:30', 'Europe/Berlin')).toEqual({ kind: 'twice', instant: '2026-10-25T00:30:00.000Z' });
  expect(fromWallClock('2026-07-17T14:00', 'Europe/Berlin')).toEqual({ kind: 'once', instant: '2026-07-17T12:00:00.000Z' });
});

test("uses the phone's zone if the event's is unknown", () => {
  const { timeZone: own } = new Intl.DateTimeFormat().resolvedOptions();
  const instant = '2026-07-17T12:00:00.000Z';
  expect(toWallClock(instant, 'Mars/Olympus')).toBe(toWallClock(instant, own));
  expect(fromWallClock('2026-07-17T14:00', 'Mars/Olympus')).toEqual(fromWallClock('2026-07-17T14:00', own));
});

test('cuts seconds', () => {
  expect(toWallClock('2026-07-17T12:00:59.999Z', 'Europe/Berlin')).toBe('2026-07-17T14:00');
  expect(fromWallClock('2026-07-17T14:00:59', 'Europe/Berlin')).toMatchObject({ instant: '2026-07-17T12:00:00.000Z' });
});

test.each(['', 'tomorrow', '2026-02-30T10:00', '2026-13-01T10:00'])('%o is no time', (value) => {
  expect(fromWallClock(value, 'Europe/Berlin')).toBeNull();
});
