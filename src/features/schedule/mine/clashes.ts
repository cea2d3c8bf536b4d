interface Span {
  readonly id: string;
  readonly startDate: string;
  readonly endDate: string;
}

/** Returns, by id, the entries that overlap with an entry in time; entries without any are left out. */
export function clashesOf<E extends Span>(entries: readonly E[]): Map<string, E[]> {
  const sorted = entries.toSorted((one, other) => Date.parse(one.startDate) - Date.parse(other.startDate));
  const clashes = new Map<string, E[]>();
  const add = (one: E, other: E): unknown => clashes.set(one.id, [...(clashes.get(one.id) ?? []), other]);
  sorted.forEach((entry, index) => {
    for (const later of sorted.slice(index + 1)) {
      if (Date.parse(later.startDate) >= Date.parse(entry.endDate)) break;
      add(entry, later);
      add(later, entry);
    }
  });
  return clashes;
}

/** Returns the time (ms) between the last end of one group of entries and the first start of the next; 0 if they touch or overlap. */
export function gapBetween(above: readonly Span[], below: readonly Span[]): number {
  const end = Math.max(...above.map(({ endDate }) => Date.parse(endDate)));
  const start = Math.min(...below.map(({ startDate }) => Date.parse(startDate)));
  return Math.max(start - end, 0);
}
