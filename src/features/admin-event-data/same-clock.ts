import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { fromWallClock, toWallClock } from '#i18n/wall-clock.ts';

/** An entry that reads a different time in another zone, and the instants that keep its times by the clock; null if one does not exist. */
export interface ShiftedEntry {
  readonly row: ScheduleEntry;
  readonly kept: Pick<ScheduleEntry, 'startDate' | 'endDate'> | null;
}

/** Returns the entries that read a different time when the event moves from one zone to another (IANA names). Pure. */
export function shiftedEntries(rows: readonly ScheduleEntry[], from: string, to: string): ShiftedEntry[] {
  return rows.flatMap((row) => {
    const [startDate, endDate] = [row.startDate, row.endDate].map((instant) => moment(instant, from, to));
    if (startDate === row.startDate && endDate === row.endDate) return [];
    return [{ row, kept: startDate && endDate && Date.parse(startDate) <= Date.parse(endDate) ? { startDate, endDate } : null }];
  });
}

/** Returns the instant at which a clock in `to` shows what a clock in `from` shows at `instant`, or null. */
function moment(instant: string, from: string, to: string): string | null {
  const wall = toWallClock(instant, from);
  if (toWallClock(instant, to) === wall) return instant;
  const found = fromWallClock(wall, to);
  return found && 'instant' in found ? found.instant : null;
}
