/** The middle of the values, in their order of size. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The medians of each field over runs that measured the same. */
export function medians<Field extends string>(runs: readonly Record<Field, number>[]): Record<Field, number> {
  const fields = Object.keys(runs[0] ?? {}) as Field[];
  return Object.fromEntries(fields.map((field) => [field, median(runs.map((run) => run[field]))])) as Record<Field, number>;
}

/** Three significant digits are more than a busy machine can promise. */
export const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

/** The middle, and from the least to the most. */
export const spread = (values: readonly number[]): string =>
  `${rounded(median(values))} (${rounded(Math.min(...values))}–${rounded(Math.max(...values))})`;

export const ratio = (value: number, limit: number): string => `${(value / limit).toFixed(2)}×`;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
