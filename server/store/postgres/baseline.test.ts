import { Kysely } from 'kysely';
import { Client } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { postgresAtBaseline } from '#tests/fixtures/old-servers.ts';
import { newDatabase } from '#tests/fixtures/databases/databases.ts';
import { createBaseline } from '../core/baseline.ts';
import { sqlOf } from '../core/handles.ts';
import { lastMigrationMade, schemaNumber } from '../core/migrations.ts';
import { openStore, readEpoch } from '../store.ts';
import { openPostgres } from './connections.ts';
import { shareUsage } from './locks.ts';

/** Everything that PostgreSQL stores about tables, in the words of its own catalogue; `n` is the schema, `t` the table. */
const catalogue = {
  columns: `select t.relname as table, a.attnum as place, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as strict,
      a.attidentity as identity, a.attstorage as storage, l.collname as collation, pg_get_expr(d.adbin, d.adrelid) as default
    from pg_attribute a join pg_class t on t.oid = a.attrelid join pg_namespace n on n.oid = t.relnamespace
    left join pg_collation l on l.oid = a.attcollation left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and t.relkind = 'r'`,
  constraints: `select t.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition, k.condeferrable as deferrable, k.condeferred as deferred
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_namespace n on n.oid = t.relnamespace where true`,
  indexes: `select t.relname as table, i.relname as name, pg_get_indexdef(i.oid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace where true`,
  sequences: `select t.relname as table, s.seqtypid::regtype as type, s.seqincrement as increment, s.seqmin as least, s.seqmax as most, s.seqcycle as cycle
    from pg_sequence s join pg_class t on t.oid = s.seqrelid join pg_namespace n on n.oid = t.relnamespace where true`,
};

async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const change = (url: string, statements: string): Promise<unknown> => inDatabase(url, (client) => client.query(statements));

const schemaOf = (url: string): Promise<unknown> =>
  inDatabase(url, async (client) => {
    const read = async (query: string) =>
      (await client.query(`${query} and n.nspname = 'public' and t.relname not like 'kysely%' order by 1, 2`)).rows as unknown[];
    const parts: [string, unknown[]][] = [];
    for (const [name, query] of Object.entries(catalogue)) parts.push([name, await read(query)]);
    return Object.fromEntries(parts);
  });

/** Returns the rows of all tables as JSON. */
const rowsIn = (url: string): Promise<Map<string, Record<string, unknown>[]>> =>
  inDatabase(url, async (client) => {
    const tables = await client.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`);
    const rows = new Map<string, Record<string, unknown>[]>();
    for (const { name } of tables.rows) {
      const found = await client.query<{ row: Record<string, unknown> }>(`select row_to_json(t) as row from ${name} t order by t::text`);
      rows.set(
        name,
        found.rows.map(({ row }) => row),
      );
    }
    return rows;
  });

let landed: string;
beforeEach(async () => {
  landed = await newDatabase();
  await change(landed, postgresAtBaseline);
});

test('the baseline has the columns, constraints, indexes and sequences of the PostgreSQL tables that it replaces', async () => {
  const url = await newDatabase();
  const db = new Kysely<unknown>({ dialect: openPostgres(url, 1).dialect });
  await createBaseline(db);
  await db.destroy();
  expect(await schemaOf(url)).toEqual(await schemaOf(landed));
});

test('a new database and one of 80ba7ad8 have the same tables after all migrations', async () => {
  const url = await newDatabase();
  for (const each of [url, landed]) await (await openStore({ url: each })).close();
  expect(await schemaOf(landed)).toEqual(await schemaOf(url));
});

test('a database of 80ba7ad8 keeps its rows, its history and its sessions, and migrates once', async () => {
  const before = await rowsIn(landed);
  const store = await openStore({ url: landed });
  // The feedback of the old version is new to its event admins.
  const counters = before.get('scope_counters') as { scope: string; number: number }[];
  for (const counter of counters) if (counter.scope === 'event-admin:1') counter.number += 1;
  expect(before.get('meta')).toContainEqual({ name: 'epoch', value: await readEpoch(store.reading) });
  expect(await lastMigrationMade(sqlOf(store.reading))).toBe(await schemaNumber());
  await store.close();
  const after = await rowsIn(landed);
  // A new module moves the menu entries behind it (helpers.test.ts).
  const isMoved = (table: string, { scope, resource }: Record<string, unknown>): boolean =>
    table === 'menu_entries' || (table === 'scope_counters' && String(scope).startsWith('event:')) || resource === 'menuEntries';
  for (const [table, rows] of before) {
    const kept = rows.filter((row) => !isMoved(table, row));
    expect(after.get(table)).toEqual(expect.arrayContaining(kept.map((row) => expect.objectContaining(row) as unknown)));
  }
  expect(after.get('menu_entries')!.length).toBeGreaterThanOrEqual(before.get('menu_entries')!.length);
  expect(after.get('sessions')).toHaveLength(before.get('sessions')!.length);
  await (await openStore({ url: landed })).close();
  expect((await rowsIn(landed)).get('kysely_migration')).toEqual(after.get('kysely_migration'));
});

test('a database from before the baseline is rejected unchanged, and its older servers keep running', async () => {
  await change(landed, `drop table match_times; delete from kysely_migration where name = '075-match-times'`);
  const before = await rowsIn(landed);
  await inDatabase(landed, async (older) => {
    await shareUsage(older);
    // A newer version that may migrate would make it stop, and wait for it.
    await expect(openStore({ url: landed })).rejects.toThrow(
      'an older version of Event Companion made it (schema 74; this version continues from schema 75) – start commit 80ba7ad8',
    );
  });
  expect(await rowsIn(landed)).toEqual(before);
});

test('servers that start on an empty database at the same time create its tables once', async () => {
  const url = await newDatabase();
  const stores = await Promise.all([1, 2, 3].map(() => openStore({ url, connections: 2 })));
  const made = (await rowsIn(url)).get('kysely_migration')!.map(({ name }) => name);
  expect([made[0], made.length]).toEqual(['075-baseline', new Set(made).size]);
  await Promise.all(stores.map((store) => store.close()));
});
