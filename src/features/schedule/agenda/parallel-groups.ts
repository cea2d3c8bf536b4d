import type { ScheduleEntry } from '#contract/resources/schedule.ts';

type Span = Pick<ScheduleEntry, 'startDate' | 'endDate'>;

/** Returns entries, which are sorted by start, in groups: all entries of a group begin together, or run at the same moment. */
export function parallelGroups<E extends Span>(entries: readonly E[]): E[][] {
  const groups: E[][] = [];
  let start = Number.NaN;
  let firstEnd = Number.NaN;
  for (const entry of entries) {
    const [from, to] = [Date.parse(entry.startDate), Date.parse(entry.endDate)];
    if (from === start || from < firstEnd) {
      groups.at(-1)?.push(entry);
      firstEnd = Math.min(firstEnd, to);
    } else {
      groups.push([entry]);
      [start, firstEnd] = [from, to];
    }
  }
  return groups;
}
