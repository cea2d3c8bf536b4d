import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schedule, type ScheduleEntry } from '#contract/resources/schedule.ts';
import { merge } from './merge.ts';

const title = fc.constantFrom('Yoga', 'Swimming', 'Choir');
const instant = fc.constantFrom('2026-07-01T10:00:00.000Z', '2026-07-01T11:00:00.000Z', '2026-07-01T12:00:00.000Z');
const place = fc.constantFrom('Barn', 'Lake', 'Tent');
const note = fc.constantFrom(null, 'bring a towel');

const entry: fc.Arbitrary<ScheduleEntry> = fc.record({
  id: fc.constant('0190f1de-0000-7000-8000-000000000001'),
  version: fc.nat(),
  eventId: fc.constant(1),
  title,
  details: note,
  startDate: instant,
  endDate: instant,
  locationName: place,
  locationUrl: fc.constantFrom(null, 'https://map.example'),
  locationAddress: note,
});

const groups = [['title'], ['details'], ['startDate', 'endDate'], ['locationName', 'locationUrl', 'locationAddress']] as const;
const of = (row: ScheduleEntry, group: readonly (keyof ScheduleEntry)[]) => JSON.stringify(group.map((field) => row[field]));
const three = fc.tuple(entry, entry, entry);

describe('a three-way merge', () => {
  test('keeps each field that only one side changed', () => {
    fc.assert(
      fc.property(three, ([base, mine, current]) => {
        const { yours, clashes } = merge(schedule, base, mine, current);
        const merged = { ...current, ...yours };
        for (const group of groups) {
          if (clashes.some(({ key }) => key === group[0])) continue;
          const expected = of(mine, group) === of(base, group) ? current : mine;
          expect(of(merged, group)).toBe(of(expected, group));
        }
      }),
      { seed: 1 },
    );
  });

  test('clashes exactly if both changed the same group to different values', () => {
    fc.assert(
      fc.property(three, ([base, mine, current]) => {
        const clashing = merge(schedule, base, mine, current).clashes.map(({ key }) => key);
        const differing = groups.filter((group) => new Set([base, mine, current].map((row) => of(row, group))).size === 3);
        expect(clashing.toSorted()).toEqual(differing.map(([key]) => key).toSorted());
      }),
      { seed: 1 },
    );
  });

  test('finds the same clashes from the other side', () => {
    fc.assert(
      fc.property(three, ([base, mine, current]) => {
        const here = merge(schedule, base, mine, current).clashes;
        const there = merge(schedule, base, current, mine).clashes;
        expect(there).toEqual(here.map(({ key, before, yours, theirs }) => ({ key, before, yours: theirs, theirs: yours })));
      }),
      { seed: 1 },
    );
  });

  test('finds nothing if the other side changed only the version', () => {
    fc.assert(
      fc.property(entry, entry, (base, mine) => {
        const { yours, clashes } = merge(schedule, base, mine, { ...base, version: base.version + 1 });
        expect(clashes).toEqual([]);
        expect({ ...base, ...yours, version: 0 }).toEqual({ ...mine, version: 0 });
      }),
      { seed: 1 },
    );
  });
});
