import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { StartError } from '#server/config.ts';
import { quoted, type Table } from './tables.ts';

/** Makes the ids of each table continue as they would in `source`, also above those of deleted rows. */
export async function passOnNumbers(source: DatabaseSync, target: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const { name, numbered } of tables)
    if (numbered !== null)
      // Unlike setval, it is rolled back with its transaction.
      await target.query(`alter table ${quoted(name)} alter column ${quoted(numbered)} restart with ${nextNumber(source, name, numbered)}`);
}

/** Throws a `StartError` for a table whose next id would differ from that of `source`. */
export async function compareNumbers(source: DatabaseSync, target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ table: string; column: string; sequence: string }>(
    `select table_name as table, column_name as column, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
     from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`,
  );
  for (const { table, column, sequence } of rows) {
    const expected = nextNumber(source, table, column);
    const { rows: sequences } = await target.query<{ next: string; free: boolean }>(
      `select next, next > coalesce((select max(${quoted(column)}) from ${quoted(table)}), 0) as free
       from (select case when is_called then last_value + 1 else last_value end as next from ${sequence}) as sequence`,
    );
    const { next, free } = sequences[0]!;
    if (next !== String(expected) || !free) throw new StartError(`${table} would go on with number ${next}, not with ${expected}`);
  }
}

/** Returns the next id: after the last issued one if SQLite stores it, else after the highest existing one. */
function nextNumber(source: DatabaseSync, table: string, column: string): bigint {
  const remembered = source.prepare('select seq from sqlite_sequence where name = ?').get(table)?.['seq'];
  const highest = source.prepare(`select max(${quoted(column)}) as highest from ${quoted(table)}`).get()?.['highest'];
  return ((remembered ?? highest ?? 0n) as bigint) + 1n;
}
