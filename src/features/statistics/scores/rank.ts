interface Counted {
  readonly value: number;
  readonly userId: number;
}

export interface Ranked<Row> {
  readonly row: Row;
  /** Counts from 1; equal values share a place. */
  readonly place: number;
}

/** Returns the rows with their places, highest first; `rows` are the best in any order. */
export function rank<Row extends Counted>(rows: readonly Row[]): Ranked<Row>[] {
  const sorted = rows.toSorted((a, b) => b.value - a.value || a.userId - b.userId);
  let place = 0;
  return sorted.map((row, index) => {
    if (row.value !== sorted[index - 1]?.value) place = index + 1;
    return { row, place };
  });
}
