interface Counted {
  readonly value: number;
  readonly userId: number;
}

export interface Ranked<Row> {
  readonly row: Row;
  /** From 1; who counted the same shares a place. */
  readonly place: number;
}

/** The highest first, each with its place; `rows` are the best of all who counted something, in any order. */
export function rank<Row extends Counted>(rows: readonly Row[]): Ranked<Row>[] {
  const sorted = rows.toSorted((a, b) => b.value - a.value || a.userId - b.userId);
  let place = 0;
  return sorted.map((row, index) => {
    if (row.value !== sorted[index - 1]?.value) place = index + 1;
    return { row, place };
  });
}
