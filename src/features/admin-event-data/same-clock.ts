import type { ScheduleEntry } from '../../../contract/resources/schedule.ts';
import { fromWallClock, toWallClock } from '../../i18n/wall-clock.ts';

/** An entry that reads another time in another zone, and the moments that keep its times by the clock; null where one of them is none there. */
export interface ReadOtherwise {
  readonly row: ScheduleEntry;
  readonly kept: Pick<ScheduleEntry, 'startDate' | 'endDate'> | null;
}

/** The entries that read another time where the event's zone becomes another one (IANA names). Pure. */
export function readOtherwise(rows: readonly ScheduleEntry[], from: string, to: string): ReadOtherwise[] {
  return rows.flatMap((row) => {
    const [startDate, endDate] = [row.startDate, row.endDate].map((instant) => moment(instant, from, to));
    if (startDate === row.startDate && endDate === row.endDate) return [];
    return [{ row, kept: startDate && endDate && Date.parse(startDate) <= Date.parse(endDate) ? { startDate, endDate } : null }];
  });
}

/** When a clock in `to` shows what one in `from` shows at this instant: the instant itself where both show the same. */
function moment(instant: string, from: string, to: string): string | null {
  const wall = toWallClock(instant, from);
  if (toWallClock(instant, to) === wall) return instant;
  const found = fromWallClock(wall, to);
  return found && 'instant' in found ? found.instant : null;
}
