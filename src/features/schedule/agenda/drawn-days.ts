import type { Day, Listed } from './agenda.tsx';

/** More than a phone shows at once. */
const atFirst = 9;
const perStep = 12;

interface Drawn<E extends Listed> {
  readonly days: readonly Day<E>[];
  /** The number of rows that are left out above. */
  readonly start: number;
  readonly isAll: boolean;
}

/** Returns the rows that are drawn after `step` steps: first those from the row `id` on, then those above it. */
export function drawnDays<E extends Listed>(days: readonly Day<E>[], id: string | undefined, step: number): Drawn<E> {
  const rows = days.flatMap(({ entries }) => entries);
  const count = atFirst + step * perStep;
  if (count >= rows.length) return { days, start: 0, isAll: true };
  const opened = Math.max(
    0,
    rows.findIndex((row) => row.id === id),
  );
  const start = Math.min(opened, rows.length - count);
  const drawn = new Set(rows.slice(start, start + count));
  const cut = days.map(({ day, entries }) => ({ day, entries: entries.filter((entry) => drawn.has(entry)) }));
  return { days: cut.filter(({ entries }) => entries.length > 0), start, isAll: false };
}
