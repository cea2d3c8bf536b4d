/** Returns entries by the day on which they start, in order; `dayKey` returns the day of an instant in the zone of the event. */
export function byDay<E extends { startDate: string }>(
  entries: readonly E[],
  dayKey: (instant: string) => string,
): { day: string; entries: E[] }[] {
  const days = new Map<string, E[]>();
  for (const entry of entries.toSorted((a, b) => Date.parse(a.startDate) - Date.parse(b.startDate))) {
    const day = dayKey(entry.startDate);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, own]) => ({ day, entries: own }));
}
