import { Temporal } from 'temporal-polyfill';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { fromWallClock, toWallClock } from '#i18n/wall-clock.ts';

/** The distance of a move in wall-clock time. */
export interface Shift {
  /** The new day, as `2026-07-03`. */
  readonly to: string;
  /** Negative minutes move earlier. */
  readonly minutes: number;
}

export type MovedEntry =
  | { readonly kind: 'moved'; readonly row: ScheduleEntry; readonly startDate: string; readonly endDate: string }
  | { readonly kind: 'wrong'; readonly row: ScheduleEntry; readonly problem: 'skipped' | 'year' | 'before_start' };

/** Returns the day on which an entry starts in wall-clock time. */
export const dayOf = ({ startDate }: ScheduleEntry, timeZone: string): string => toWallClock(startDate, timeZone).slice(0, 10);

/**
 * Returns the entries of a day (`2026-07-02`) at their new times. Start and end keep their wall-clock distance in `timeZone` (IANA name),
 * also across a clock change. Pure; returns null if `to` is no day.
 */
export function movedDay(rows: readonly ScheduleEntry[], day: string, { to, minutes }: Shift, timeZone: string): MovedEntry[] | null {
  const days = daysBetween(day, to);
  if (days === null) return null;
  const shifted = (instant: string) => {
    // Added separately: a later day and an earlier minute do not form one duration.
    const wall = Temporal.PlainDateTime.from(toWallClock(instant, timeZone)).add({ days }).add({ minutes });
    return fromWallClock(wall.toString({ smallestUnit: 'minute' }), timeZone);
  };
  return rows
    .filter((row) => dayOf(row, timeZone) === day)
    .map((row): MovedEntry => {
      const [start, end] = [shifted(row.startDate), shifted(row.endDate)];
      if (start && end && 'instant' in start && 'instant' in end) {
        if (end.instant < start.instant) return { kind: 'wrong', row, problem: 'before_start' };
        return { kind: 'moved', row, startDate: start.instant, endDate: end.instant };
      }
      return { kind: 'wrong', row, problem: start?.kind === 'never' || end?.kind === 'never' ? 'skipped' : 'year' };
    });
}

function daysBetween(from: string, to: string): number | null {
  try {
    const { year } = Temporal.PlainDate.from(to);
    return year < 1970 || year > 9998 ? null : Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;
  } catch {
    return null;
  }
}
