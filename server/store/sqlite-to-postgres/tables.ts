import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';

export type Kind = 'bigint' | 'text' | 'bytea';

export interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly kind: Kind }[];
  /** The identity column, if any. */
  readonly numbered: string | null;
}

/** Returns a quoted identifier for both databases. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const listed = (names: readonly string[]): string => names.map(quoted).join(', ');

const allTables = `select c.oid, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind = 'r' and c.relname not like 'kysely%'`;

/**
 * Returns the tables of a PostgreSQL database, each after the tables it refers to. Throws a `TypeError` for column types and circular
 * references that no migration creates.
 */
export async function tablesOf(database: pg.Client): Promise<readonly Table[]> {
  const columns = await database.query<{ table: string; name: string; type: string; identity: string }>(
    `select t.name as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attidentity as identity
     from (${allTables}) t join pg_attribute a on a.attrelid = t.oid where a.attnum > 0 and not a.attisdropped order by t.name, a.attnum`,
  );
  const references = await database.query<{ from: string; to: string }>(
    `select f.name as from, t.name as to from pg_constraint k join (${allTables}) f on f.oid = k.conrelid join (${allTables}) t on t.oid = k.confrelid
     where k.contype = 'f' and k.conrelid <> k.confrelid`,
  );
  const tables = Map.groupBy(columns.rows, ({ table }) => table);
  return inOrder([...tables.keys()], references.rows).map((table) => {
    const own = tables.get(table)!;
    return {
      name: table,
      columns: own.map(({ name, type }) => ({ name, kind: kindOf(table, name, type) })),
      numbered: own.find(({ identity }) => identity !== '')?.name ?? null,
    };
  });
}

function kindOf(table: string, column: string, type: string): Kind {
  if (type === 'bigint' || type === 'text' || type === 'bytea') return type;
  throw new TypeError(`${table}.${column} is ${type}, which a move does not support`);
}

function inOrder(names: readonly string[], references: readonly { from: string; to: string }[]): string[] {
  const ordered: string[] = [];
  const left = new Set(names);
  while (left.size > 0) {
    const ready = [...left].filter((name) => !references.some(({ from, to }) => from === name && left.has(to)));
    if (ready.length === 0) throw new TypeError(`tables refer to each other in a circle: ${[...left].join(', ')}`);
    for (const name of ready) {
      ordered.push(name);
      left.delete(name);
    }
  }
  return ordered;
}

const tableNames = `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely%' order by name`;

export const tablesIn = (file: DatabaseSync): string[] =>
  file
    .prepare(tableNames)
    .all()
    .map(({ name }) => String(name));

export function columnsIn(file: DatabaseSync, table: string): { readonly all: string[]; readonly key: string[] } {
  const found = file.prepare('select name, pk from pragma_table_info(?) order by pk').all(table);
  return { all: found.map(({ name }) => String(name)), key: found.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name)) };
}
