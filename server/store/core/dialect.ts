import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

/* What the two databases say in different words. Everything else is said by Kysely, or alike. */

/** Whether this is PostgreSQL; else it is SQLite. */
export const isPostgres = (db: Kysely<Schema>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** What the clock of a PostgreSQL says, in ms since the epoch with what is below them. */
export const postgresTime = 'extract(epoch from clock_timestamp()) * 1000';

type Kind = 'text' | 'number';

const typeOf = { text: 'text', number: 'bigint' } as const;

/** The values of a parameter that is a JSON array: SQL that does not depend on how many there are, for `in`. */
export function valuesOf<Value extends string | number>(db: Kysely<Schema>, json: string, kind: Kind): RawBuilder<Value> {
  if (!isPostgres(db)) return sql<Value>`(select value from json_each(${json}))`;
  return sql<Value>`(select value::${sql.raw(typeOf[kind])} from json_array_elements_text(${json}::json))`;
}

/** The same of an array of pairs, with names for their halves where they are wanted. */
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
 * A column of JSON text for what looks for ids and for what kind of thing it is. PostgreSQL reads no JSON with half a character or a NUL anywhere
 * in it (`\ud83d`, `\u0000`), which old answers may have: what has such escapes is read without any. Nothing that is looked for has one.
 */
function plainJson(column: string): RawBuilder<unknown> {
  const text = sql.ref(column);
  const [unicode, any] = [sql.lit('\\u'), sql.lit('\\\\.')];
  // To take them out of every answer would take eight times as long as to read it.
  return sql`(case when position(${unicode} in ${text}) > 0 then regexp_replace(${text}, ${any}, '', 'g') else ${text} end)::json`;
}

/** Which id a column of JSON text has under a path, as text on PostgreSQL; null where it has nothing there. */
export function idIn(db: Kysely<Schema>, column: string, ...path: readonly string[]): RawBuilder<string | number | null> {
  if (!isPostgres(db)) return sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${path.join('.')}`)})`;
  return sql`${plainJson(column)} #>> ${sql.lit(`{${path.join(',')}}`)}`;
}

/** Whether a column of JSON text has an array under a name. */
export function hasArray(db: Kysely<Schema>, column: string, name: string): RawBuilder<boolean> {
  if (!isPostgres(db)) return sql`json_type(${sql.ref(column)}, ${sql.lit(`$.${name}`)}) = 'array'`;
  return sql`json_typeof(${plainJson(column)} -> ${sql.lit(name)}) = 'array'`;
}

/** The larger of two numbers. */
export const largerOf = (one: RawBuilder<number>, other: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`case when ${one} > ${other} then ${one} else ${other} end`;

/** Numbers that a table gives out by itself go on above those that were given to it, as they do on SQLite without a word. */
export async function passOverIds(db: Kysely<Schema>, table: string): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}`.execute(db);
}
