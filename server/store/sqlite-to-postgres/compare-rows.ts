import type { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { StartError } from '#server/config.ts';
import { columnsIn, listed, quoted, tablesIn } from './tables.ts';

/** Rows fetched from PostgreSQL at a time; fewer if the table has bytes. */
const most = { rows: 500, rowsWithBytes: 8 };

/** A value in a form that is the same for both databases. */
interface Told {
  readonly kind: string;
  readonly bytes: Uint8Array;
}

const kinds: Record<number, string> = {
  [pg.types.builtins.INT8]: 'integer',
  [pg.types.builtins.TEXT]: 'text',
  [pg.types.builtins.BYTEA]: 'blob',
};

/**
 * Compares every row of both databases by kind and bytes of each value. It reads both catalogues itself and is independent of the code that
 * copied. Returns the number of rows; throws a `StartError` for the first difference.
 */
export async function compareRows(source: DatabaseSync, target: pg.Client): Promise<{ tables: number; rows: number }> {
  const tables = tablesIn(source);
  const { rows: there } = await target.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
  );
  const others = there.map(({ name }) => name).filter((name) => !name.startsWith('kysely'));
  refuseUnlike('tables', tables, others);
  let rows = 0;
  for (const table of tables) rows += await compareTable(source, target, table);
  return { tables: tables.length, rows };
}

async function compareTable(source: DatabaseSync, target: pg.Client, table: string): Promise<number> {
  const { all, key } = columnsIn(source, table);
  // Without a key, order by all columns.
  const order = key.length > 0 ? listed(key) : all.map((name) => `${quoted(name)} nulls first`).join(', ');
  const sourceRows = rowsOf(source, table, all, order);
  let count = 0;
  for await (const row of rowsAt(target, table, all, order)) {
    const next = sourceRows.next();
    if (next.done) throw new StartError(`${table} has more rows in PostgreSQL than the ${count} of the data directory`);
    for (const [index, name] of all.entries())
      if (!isSame(next.value[index]!, row[index]!)) throw new StartError(`${name} differs in ${nameOf(all, key, next.value)} of ${table}`);
    count += 1;
  }
  if (!sourceRows.next().done) throw new StartError(`${table} has only ${count} rows in PostgreSQL, fewer than in the data directory`);
  return count;
}

/** Reads text as the stored bytes, valid or not. */
function* rowsOf(source: DatabaseSync, table: string, columns: readonly string[], order: string): Generator<(Told | null)[]> {
  const values = columns.map((name, index) => `typeof(${quoted(name)}) as k${index}, cast(${quoted(name)} as blob) as b${index}`);
  for (const row of source.prepare(`select ${values.join(', ')} from ${quoted(table)} order by ${order}`).iterate())
    yield columns.map((_, index) => {
      const bytes = row[`b${index}`];
      return bytes instanceof Uint8Array ? { kind: String(row[`k${index}`]), bytes } : null;
    });
}

async function* rowsAt(target: pg.Client, table: string, columns: readonly string[], order: string): AsyncGenerator<(Told | null)[]> {
  await target.query(`declare compared no scroll cursor for select * from ${quoted(table)} order by ${order}`);
  const { fields } = await target.query('fetch 0 from compared');
  refuseUnlike(
    `columns of ${table}`,
    columns,
    fields.map(({ name }) => name),
  );
  const places = columns.map((name) => fields.findIndex((field) => field.name === name));
  const hasBytes = fields.some(({ dataTypeID }) => kinds[dataTypeID] === 'blob');
  const next = { text: `fetch ${hasBytes ? most.rowsWithBytes : most.rows} from compared`, rowMode: 'array' as const };
  for (;;) {
    const { rows } = await target.query<(string | Buffer | null)[]>(next);
    if (rows.length === 0) break;
    for (const row of rows)
      yield places.map((place) => {
        const value = row[place] ?? null;
        return value === null
          ? null
          : { kind: kinds[fields[place]!.dataTypeID] ?? 'other', bytes: typeof value === 'string' ? Buffer.from(value) : value };
      });
  }
  await target.query('close compared');
}

const isSame = (one: Told | null, other: Told | null): boolean =>
  one === null || other === null ? one === other : one.kind === other.kind && Buffer.compare(one.bytes, other.bytes) === 0;

function refuseUnlike(what: string, here: readonly string[], there: readonly string[]): void {
  const differing = [...new Set(here).symmetricDifference(new Set(there))];
  if (differing.length > 0) throw new StartError(`The two databases have not the same ${what}: ${differing.toSorted().join(', ')}`);
}

function nameOf(all: readonly string[], key: readonly string[], row: readonly (Told | null)[]): string {
  const named = (key.length > 0 ? key : all).map((name) => {
    const value = row[all.indexOf(name)];
    return `${name} = ${value ? JSON.stringify(Buffer.from(value.bytes).toString()) : 'null'}`;
  });
  return `the row with ${named.join(', ')}`;
}
