import { Temporal } from 'temporal-polyfill';
import { postponeJobs, readQuietGroups } from '../store/push/quiet-jobs.ts';
import type { WriteHandle } from '../store/store.ts';

/** Minutes of the day in the zone of an event. */
interface QuietHours {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

/**
 * Returns the end (ms since the epoch) of the quiet hours at `now`, or null outside of them. Equal bounds are no quiet hours; a bound that the
 * clocks skip is moved as in RFC 5545.
 */
export function quietUntil({ from, to, timeZone }: QuietHours, now: number): number | null {
  if (from === to) return null;
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const minute = local.hour * 60 + local.minute;
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return null;
  const endsTomorrow = minute >= to;
  const end = local.withPlainTime({ hour: Math.floor(to / 60), minute: to % 60 });
  return (endsTomorrow ? end.add({ days: 1 }) : end).epochMilliseconds;
}

/** Postpones due pushes of people in their quiet hours to the end of these. */
export async function postponeInQuietHours(trx: WriteHandle, now: number): Promise<void> {
  for (const group of await readQuietGroups(trx, now)) {
    const until = quietUntil(group, now);
    if (until !== null) await postponeJobs(trx, group, now, Math.max(until, now + 1));
  }
}
