export interface Ranked<Row> {
  readonly row: Row;
  /** From 1; who counted the same shares a place. */
  readonly place: number;
}

/** Those who counted something, the highest first. */
export function rank<Row extends { readonly value: number; readonly userId: number }>(rows: readonly Row[]): Ranked<Row>[] {
  const sorted = rows.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value || a.userId - b.userId);
  return sorted.map((row) => ({ row, place: sorted.findIndex(({ value }) => value === row.value) + 1 }));
}

/** The first `most`, and this person wherever they stand; `left` is how many are not shown. */
export function shortened<Row extends { readonly userId: number }>(
  ranked: readonly Ranked<Row>[],
  most: number,
  userId: number | undefined,
): { shown: Ranked<Row>[]; left: number } {
  const shown = ranked.filter(({ row }, index) => index < most || row.userId === userId);
  return { shown, left: ranked.length - shown.length };
}
