import type { Day, Listed } from './agenda.tsx';

interface Drawn<E extends Listed> {
  readonly days: readonly Day<E>[];
  /** The number of rows that are left out above. */
  readonly start: number;
}

/** Returns `count` of the rows: first those from the row `id` on, then those above it. */
export function drawnDays<E extends Listed>(days: readonly Day<E>[], id: string | undefined, count: number): Drawn<E> {
  const rows = days.flatMap(({ entries }) => entries);
  if (count >= rows.length) return { days, start: 0 };
  const opened = Math.max(
    0,
    rows.findIndex((row) => row.id === id),
  );
  const start = Math.min(opened, rows.length - count);
  const drawn = new Set(rows.slice(start, start + count));
  const cut = days.map(({ day, entries }) => ({ day, entries: entries.filter((entry) => drawn.has(entry)) }));
  return { days: cut.filter(({ entries }) => entries.length > 0), start };
}
