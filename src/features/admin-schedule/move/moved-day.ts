import { Temporal } from 'temporal-polyfill';
import type { ScheduleEntry } from '../../../../contract/resources/schedule.ts';
import { fromWallClock, toWallClock } from '../../../i18n/wall-clock.ts';

/** How far a day is moved, by the event's clock. */
export interface Shift {
  /** The day that it becomes, as `2026-07-03`. */
  readonly to: string;
  /** Below nothing is earlier. */
  readonly minutes: number;
}

/** An entry where it will be; what is wrong with that is said as its form would say it. */
export type MovedEntry =
  | { readonly kind: 'moved'; readonly row: ScheduleEntry; readonly startDate: string; readonly endDate: string }
  | { readonly kind: 'wrong'; readonly row: ScheduleEntry; readonly problem: 'skipped' | 'year' | 'before_start' };

/** The day on which an entry starts, by the event's clock: it belongs there also where it ends on the next. */
export const dayOf = ({ startDate }: ScheduleEntry, timeZone: string): string => toWallClock(startDate, timeZone).slice(0, 10);

/**
 * The entries of a day (`2026-07-02`) where a shift takes them. Start and end keep their distance by the event's clock (IANA name), also where
 * clocks are changed in between. Pure; null where `to` is no day.
 */
export function movedDay(rows: readonly ScheduleEntry[], day: string, { to, minutes }: Shift, timeZone: string): MovedEntry[] | null {
  const days = daysBetween(day, to);
  if (days === null) return null;
  const shifted = (instant: string) => {
    // One after the other: a day later and a minute earlier is no duration.
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
