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

/** A day with more rows above the opened one begins with that one: drawing them all would delay it. */
const mostAbove = 18;

interface Opened {
  /** The row from which on rows are drawn at first. */
  readonly from: string | undefined;
  /** The number of rows between that one and the opened one. */
  readonly above: number;
}

/**
 * Returns where to begin the first drawing: at the start of the opened row's day. Rows that are added above a drawn row of the same day
 * move the box of the day. The person sees no change, but browsers count it as a layout shift.
 */
export function openedDay<E extends Listed>(days: readonly Day<E>[], id: string | undefined): Opened {
  for (const { entries } of days) {
    const above = entries.findIndex((entry) => entry.id === id);
    if (above > 0 && above <= mostAbove) return { from: entries[0]?.id, above };
  }
  return { from: id, above: 0 };
}
