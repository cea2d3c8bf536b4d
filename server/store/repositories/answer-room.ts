import { limits } from '../../../contract/limits.ts';

/** Takes what fits into one answer, which has an end in bytes, row by row. */
export class AnswerRoom {
  #left: number = limits.listBytes;

  get isFull(): boolean {
    return this.#left < 0;
  }

  /** Returns the first of these rows for which there is room. */
  take<Row>(rows: readonly Row[]): readonly Row[] {
    const end = rows.findIndex((row) => (this.#left -= JSON.stringify(row).length) < 0);
    return end === -1 ? rows : rows.slice(0, end);
  }
}
