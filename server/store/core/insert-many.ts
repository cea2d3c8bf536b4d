import type { CompiledQuery, RawBuilder } from 'kysely';
import { anyTableOf, sqlOf, type WriteHandle } from './handles.ts';
import { Compiled } from './statement.ts';

/** Rows of the largest statement; bound parameters are limited (SQLite 32,766). */
const largest = 256;

type Values = Readonly<Record<string, unknown>>;

interface Inserting {
  readonly table: string;
  readonly columns: readonly string[];
  /** The columns of the conflict target. Without them a duplicate row fails. */
  readonly key?: readonly string[];
  /** The columns replaced in an existing row, by default all but the key; if empty, the row is left as it is. */
  readonly replaces?: readonly string[];
  /** Replaced columns whose value is an expression of `excluded` and the existing row. */
  readonly merges?: Readonly<Record<string, RawBuilder<unknown>>>;
}

/** Inserts rows with statements of 256, 128, 64 … rows, so that a few compiled statements serve any number. */
export function insertMany({
  table,
  columns,
  key,
  replaces,
  merges = {},
}: Inserting): (trx: WriteHandle, rows: readonly Values[]) => Promise<void> {
  const bySize = new Compiled<number>();
  const compile = (trx: WriteHandle, size: number): CompiledQuery => {
    const like = Object.fromEntries(columns.map((column) => [column, null]));
    const insert = anyTableOf(trx)
      .insertInto(table)
      .values(Array.from({ length: size }, () => like));
    if (!key) return insert.compile();
    const replaced = replaces ?? columns.filter((column) => !key.includes(column));
    const withConflict = insert.onConflict((conflict) => {
      const row = conflict.columns([...key]);
      if (replaced.length === 0) return row.doNothing();
      return row.doUpdateSet((is) =>
        Object.fromEntries(replaced.map((column) => [column, merges[column] ?? is.ref(`excluded.${column}`)])),
      );
    });
    return withConflict.compile();
  };
  return async (trx, rows) => {
    let start = 0;
    for (let size = largest; start < rows.length; size /= 2) {
      for (; rows.length - start >= size; start += size) {
        const known = bySize.get(sqlOf(trx), size, () => compile(trx, size));
        const parameters = rows.slice(start, start + size).flatMap((row) => columns.map((column) => row[column]));
        await trx.send(anyTableOf(trx).executeQuery({ ...known, parameters }));
      }
    }
  };
}
