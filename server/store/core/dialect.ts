import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

/* SQL that differs between SQLite and PostgreSQL and that Kysely does not cover. */

export const isPostgres = (db: Kysely<Schema>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** The clock of the PostgreSQL server, in ms since the epoch with fractions. */
export const postgresTime = 'extract(epoch from clock_timestamp()) * 1000';

type Kind = 'text' | 'number';

const typeOf = { text: 'text', number: 'bigint' } as const;

/** The values of a JSON array parameter for `in`: the SQL text does not depend on their number. */
export function valuesOf<Value extends string | number>(db: Kysely<Schema>, json: string, kind: Kind): RawBuilder<Value> {
  if (!isPostgres(db)) return sql<Value>`(select value from json_each(${json}))`;
  return sql<Value>`(select value::${sql.raw(typeOf[kind])} from json_array_elements_text(${json}::json))`;
}

/** The pairs of a JSON array parameter, with optional column names. */
export function pairsOf<Row>(
  db: Kysely<Schema>,
  json: string,
  kinds: readonly [Kind, Kind],
  names: readonly [string, string] = ['one', 'other'],
): RawBuilder<Row> {
  const source = isPostgres(db) ? sql`json_array_elements(${json}::json)` : sql`json_each(${json})`;
  const half = (place: 0 | 1) => {
    const value = sql`value ->> ${sql.lit(place)}`;
    return sql`${isPostgres(db) ? sql`(${value})::${sql.raw(typeOf[kinds[place]])}` : value} as ${sql.id(names[place])}`;
  };
  return sql<Row>`(select ${half(0)}, ${half(1)} from ${source})`;
}

/**
 * Reads ids and types from a column of JSON text. PostgreSQL rejects JSON with lone surrogates or NUL (`\ud83d`, `\u0000`), which old
 * answers may contain, so escapes are removed from such texts. No id contains one.
 */
function plainJson(column: string): RawBuilder<unknown> {
  const text = sql.ref(column);
  const [unicode, any] = [sql.lit('\\u'), sql.lit('\\\\.')];
  // Conditional: removing escapes from every answer takes eight times as long as reading it.
  return sql`(case when position(${unicode} in ${text}) > 0 then regexp_replace(${text}, ${any}, '', 'g') else ${text} end)::json`;
}

/** The id at a path in a column of JSON text, as text on PostgreSQL; null if there is none. */
export function idIn(db: Kysely<Schema>, column: string, ...path: readonly string[]): RawBuilder<string | number | null> {
  if (!isPostgres(db)) return sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${path.join('.')}`)})`;
  return sql`${plainJson(column)} #>> ${sql.lit(`{${path.join(',')}}`)}`;
}

/** True if a column of JSON text has an array under this name. */
export function hasArray(db: Kysely<Schema>, column: string, name: string): RawBuilder<boolean> {
  if (!isPostgres(db)) return sql`json_type(${sql.ref(column)}, ${sql.lit(`$.${name}`)}) = 'array'`;
  return sql`json_typeof(${plainJson(column)} -> ${sql.lit(name)}) = 'array'`;
}

export const largerOf = (one: RawBuilder<number>, other: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`case when ${one} > ${other} then ${one} else ${other} end`;

/** Moves the sequence of ids past explicitly inserted ones. SQLite does this by itself. */
export async function skipIds(db: Kysely<Schema>, table: string): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}`.execute(db);
}
