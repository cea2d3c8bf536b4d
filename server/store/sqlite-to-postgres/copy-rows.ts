import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type pg from 'pg';
import { StartError } from '#server/config.ts';
import { columnsIn, type Kind, listed, quoted, type Table } from './tables.ts';

/** The most rows per statement, and the characters or bytes after which it is sent; a single row may be larger. */
const most = { rows: 500, size: 1_000_000 };

const fits: Record<Kind, (value: SQLOutputValue) => boolean> = {
  bigint: (value) => typeof value === 'bigint',
  text: (value) => typeof value === 'string',
  bytea: (value) => value instanceof Uint8Array,
};

/**
 * Copies all rows of `source`, which returns integers as bigint, into the empty `tables` within the transaction of `target`. Throws a
 * `StartError` naming the row that PostgreSQL cannot store.
 */
export async function copyRows(source: DatabaseSync, target: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const table of tables) await copyTable(source, target, table);
}

async function copyTable(source: DatabaseSync, target: pg.Client, { name, columns }: Table): Promise<void> {
  const names = columns.map((column) => column.name);
  const arrays = columns.map(({ kind }, index) => `$${index + 1}::${kind}[]`);
  const insert = `insert into ${quoted(name)} (${listed(names)}) select * from unnest(${arrays.join(', ')})`;
  let chunk: SQLOutputValue[][] = [];
  let size = 0;
  const send = async (): Promise<void> => {
    if (chunk.length > 0)
      await target.query(
        insert,
        columns.map((_, index) => chunk.map((row) => asParameter(row[index]!))),
      );
    chunk = [];
    size = 0;
  };
  for (const row of source.prepare(`select ${listed(names)} from ${quoted(name)}`).iterate()) {
    const values = columns.map((column) => row[column.name]!);
    for (const [index, value] of values.entries()) {
      const wrong = reasonAgainst(value, columns[index]!.kind);
      if (wrong !== null)
        throw new StartError(`${columns[index]!.name} of ${nameOf(source, name, row)} cannot be kept by PostgreSQL: ${wrong}`);
      size += sizeOf(value);
    }
    chunk.push(values);
    if (chunk.length === most.rows || size > most.size) await send();
  }
  await send();
}

const asParameter = (value: SQLOutputValue): unknown =>
  typeof value === 'bigint'
    ? String(value)
    : value instanceof Uint8Array
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      : value;

function reasonAgainst(value: SQLOutputValue, kind: Kind): string | null {
  if (value === null) return null;
  if (!fits[kind](value)) return `a ${value instanceof Uint8Array ? 'blob' : typeof value} where ${kind} is kept`;
  return typeof value === 'string' && value.includes('\0') ? 'a text with a NUL in it' : null;
}

function sizeOf(value: SQLOutputValue): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
}

/** Describes a row so that an operator finds it. */
function nameOf(source: DatabaseSync, table: string, row: Record<string, SQLOutputValue>): string {
  const { all, key } = columnsIn(source, table);
  const named = (key.length > 0 ? key : all).map((column) => `${column} = ${JSON.stringify(String(row[column]))}`);
  return `the row of ${table} with ${named.join(', ')}`;
}
