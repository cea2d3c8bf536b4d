export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the median of each field over runs of the same measurement. */
export function medians<Field extends string>(runs: readonly Record<Field, number>[]): Record<Field, number> {
  const fields = Object.keys(runs[0] ?? {}) as Field[];
  return Object.fromEntries(fields.map((field) => [field, median(runs.map((run) => run[field]))])) as Record<Field, number>;
}

/** A busy machine does not support more than three significant digits. */
export const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

/** Returns the median, with the least and the greatest value. */
export const spread = (values: readonly number[]): string =>
  `${rounded(median(values))} (${rounded(Math.min(...values))}–${rounded(Math.max(...values))})`;

export const ratio = (value: number, limit: number): string => `${(value / limit).toFixed(2)}×`;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
