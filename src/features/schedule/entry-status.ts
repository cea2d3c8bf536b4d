import type { ScheduleEntry } from '#contract/resources/schedule.ts';

export type EntryStatus = 'next' | 'ongoing' | 'past';

type Span = Pick<ScheduleEntry, 'startDate' | 'endDate'>;

/** Returns `next` before the start, `ongoing` until the end, then `past`. `now` is in ms since the epoch. */
export function entryStatus({ startDate, endDate }: Span, now: number): EntryStatus {
  if (Date.parse(startDate) > now) return 'next';
  return Date.parse(endDate) > now ? 'ongoing' : 'past';
}

/** Returns the entries that run at `now`, latest start first, and all entries with the earliest start after it. */
export function nowAndNext<E extends Span>(entries: readonly E[], now: number): { ongoing: E[]; next: E[] } {
  const byStart = entries.toSorted((a, b) => Date.parse(a.startDate) - Date.parse(b.startDate));
  const ongoing = byStart.filter((entry) => entryStatus(entry, now) === 'ongoing').toReversed();
  const coming = byStart.filter((entry) => entryStatus(entry, now) === 'next');
  const start = coming[0] && Date.parse(coming[0].startDate);
  return { ongoing, next: coming.filter((entry) => Date.parse(entry.startDate) === start) };
}
