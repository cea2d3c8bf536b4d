import { limits } from '#contract/limits.ts';

/** Limits the rows of one answer by their size in bytes. */
export class AnswerRoom {
  #left: number = limits.listBytes;

  get isFull(): boolean {
    return this.#left < 0;
  }

  take<Row>(rows: readonly Row[]): readonly Row[] {
    const end = rows.findIndex((row) => (this.#left -= JSON.stringify(row).length) < 0);
    return end === -1 ? rows : rows.slice(0, end);
  }
}
