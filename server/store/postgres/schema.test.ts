import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore } from '#tests/fixtures/databases/test-store.ts';
import { sqlOf } from '../core/handles.ts';
import { openStore, type Store } from '../store.ts';

let sqlite: Store;
let postgres: Store;
beforeAll(async () => {
  sqlite = await openStore({ path: ':memory:' });
  postgres = await openTestStore();
});
afterAll(() => Promise.all([sqlite.close(), postgres.close()]));

const rowsOf = async <Row>(store: Store, text: string): Promise<Row[]> => (await sql.raw<Row>(text).execute(sqlOf(store.reading))).rows;

/** Maps types to number, text or blob. Sequences are compared elsewhere. */
const kindOf = (type: string): string => (/int/i.test(type) ? 'number' : type.toLowerCase().replace('bytea', 'blob'));

test('both databases have the same tables with the same columns', async () => {
  const tables = async (store: Store) =>
    (await sqlOf(store.reading).introspection.getTables())
      .flatMap(({ name, columns }) =>
        columns.map((column) => `${name}.${column.name} ${kindOf(column.dataType)} ${column.isNullable ? 'null' : 'not null'}`),
      )
      .toSorted();
  const ofSqlite = (await tables(sqlite)).map((column) => column.toLowerCase());
  // SQLite allows null in a primary key; none is ever stored.
  const keys = new Set(
    (
      await rowsOf<{ name: string }>(
        sqlite,
        `select m.name || '.' || c.name as name from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table' and c.pk > 0`,
      )
    ).map(({ name }) => name),
  );
  const strict = ofSqlite.map((column) => (keys.has(column.split(' ')[0]!) ? column.replace(/ (?:not )?null$/, ' not null') : column));
  expect(await tables(postgres)).toEqual(strict);
});

test('both databases have the same indexes, including unique ones', async () => {
  const named = async (store: Store, text: string) => (await rowsOf<{ name: string }>(store, text)).map(({ name }) => name).toSorted();
  const ofSqlite = await named(sqlite, "select name from sqlite_schema where type = 'index' and sql is not null");
  const ofPostgres = await named(
    postgres,
    // Indexes of keys and constraints have different or no names.
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_class t on t.oid = i.indrelid
     where n.nspname = 'public' and t.relname not like 'kysely%' and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))`,
  );
  expect(ofPostgres).toEqual(ofSqlite);
});

test('both databases have the same foreign keys and unique constraints', async () => {
  const references = async (store: Store, text: string) =>
    (await rowsOf<{ said: string }>(store, text)).map(({ said }) => said.toLowerCase()).toSorted();
  const ofSqlite = await references(
    sqlite,
    `select m.name || '.' || f."from" || ' ' || f."table" || ' ' || f.on_delete as said
     from sqlite_schema m, pragma_foreign_key_list(m.name) f where m.type = 'table'`,
  );
  const ofPostgres = await references(
    postgres,
    `select k.conrelid::regclass || '.' || a.attname || ' ' || k.confrelid::regclass || ' ' ||
       case k.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'no action' end as said
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1] where k.contype = 'f'`,
  );
  expect(ofPostgres).toEqual(ofSqlite);
  const unique = async (store: Store, text: string) => (await rowsOf<{ said: string }>(store, text)).map(({ said }) => said).toSorted();
  const once = await unique(
    sqlite,
    `select m.name || ' ' || (select group_concat(c.name) from pragma_index_info(i.name) c) as said
     from sqlite_schema m, pragma_index_list(m.name) i where m.type = 'table' and i."unique" = 1 and i.origin != 'pk'`,
  );
  const alsoOnce = await unique(
    postgres,
    `select i.indrelid::regclass || ' ' || (select string_agg(a.attname, ',' order by k.place) from unnest(i.indkey) with ordinality k(number, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number) as said
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and i.indisunique and not i.indisprimary`,
  );
  expect(alsoOnce).toEqual(once);
});

test("PostgreSQL compares text by bytes, whatever the database's collation", async () => {
  const others = await rowsOf<{ name: string }>(
    postgres,
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_collation l on l.oid = a.attcollation
     where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely%' and a.attnum > 0 and l.collname != 'C'`,
  );
  expect(others).toEqual([]);
});

test('PostgreSQL returns counts and sums as numbers, and continues ids above inserted ones', async () => {
  const { rows } = await sql<{ one: unknown }>`select count(*) as one, sum(9007199254740991) as two from (select 1) as x`.execute(
    sqlOf(postgres.reading),
  );
  expect(rows).toEqual([{ one: 1, two: 9007199254740991 }]);
});
