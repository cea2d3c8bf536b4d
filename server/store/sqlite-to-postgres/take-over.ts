import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StartError } from '#server/config.ts';
import { holdsAllLocks, waitForEach, writeHandleOn } from '#server/store/core/handles.ts';
import { emptyNews } from '#server/store/core/news.ts';
import type { Schema } from '#server/store/core/schema.ts';
import type { StoreWithin } from '#server/store/core/store.ts';
import { connectionConfig } from '#server/store/postgres/connections.ts';
import { localMetaNames } from '#server/store/postgres/identity.ts';
import { lockForFilling } from '#server/store/postgres/locks.ts';
import { compareRows } from './compare-rows.ts';
import { copyRows } from './copy-rows.ts';
import { listed, quoted, type Table, tablesOf } from './tables.ts';

/** The result is unknown: the connection was lost during the commit. */
export class Unsure extends StartError {}

export interface CopyResult<Rest> {
  readonly tables: number;
  readonly rows: number;
  readonly rest: Rest;
}

interface MetaRow {
  readonly name: string;
  readonly value: string;
}

/**
 * Fills the database at `url`, which has all tables and no account, with all rows of the file `copy` in one transaction, compares them, and
 * calls `addRest` before the commit. Throws a `StartError` and changes nothing, except after `Unsure`.
 */
export async function takeOver<Rest>(
  url: string,
  copy: string,
  addRest: (store: StoreWithin) => Promise<Rest>,
  patience = 2_000,
): Promise<CopyResult<Rest>> {
  const source = new DatabaseSync(copy, { readOnly: true, readBigInts: true });
  const target = await connect(url);
  try {
    if (!(await lockForFilling(target, patience))) throw new StartError('A server works on the database – stop all that do');
    await target.query('begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const tables = await tablesOf(target);
    await target.query(`lock table ${listed(tables.map(({ name }) => name))} in access exclusive mode`);
    await refuseAccounts(target);
    const { rows: own } = await target.query<MetaRow>('select name, value from meta where name = any ($1)', [localMetaNames]);
    for (const { name } of tables.toReversed()) await target.query(`delete from ${quoted(name)}`);
    await copyRows(source, target, tables);
    await copySequences(source, target, tables);
    // These checks would otherwise run at the commit.
    await target.query('set constraints all immediate');
    const compared = await compareRows(source, target);
    await compareSequences(source, target);
    for (const { name, value } of own) await target.query('insert into meta (name, value) values ($1, $2)', [name, value]);
    const rest = await addRest(storeWithin(target));
    await commit(target);
    return { ...compared, rest };
  } catch (error) {
    if (error instanceof StartError || error instanceof TypeError) throw error;
    throw new StartError(`PostgreSQL did not take it – ${(error as Error).message}`);
  } finally {
    source.close();
    // Ending the connection rolls back everything uncommitted.
    await target.end();
  }
}

/**
 * Throws a `StartError` if the database at `url` has accounts, in any version, and reports if they are those of the file `copy`. A database
 * without tables has none.
 */
export async function refuseUsed(url: string, copy: string): Promise<void> {
  const target = await connect(url);
  try {
    const { rows } = await target.query<{ there: boolean }>(`select to_regclass('users') is not null as there`);
    if (!rows[0]?.there) return;
    const { rows: epochs } = await target.query<{ value: string }>(`select value from meta where name = 'epoch'`);
    if ((await hasAccounts(target)) && epochs[0]?.value === epochIn(copy))
      throw new StartError('It was moved into this database before, which continues its history');
    await refuseAccounts(target);
  } finally {
    await target.end();
  }
}

function epochIn(file: string): unknown {
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    return source.prepare(`select value from meta where name = 'epoch'`).get()?.['value'];
  } finally {
    source.close();
  }
}

const hasAccounts = async (target: pg.Client): Promise<boolean> => (await target.query('select 1 from users limit 1')).rows.length > 0;

async function refuseAccounts(target: pg.Client): Promise<void> {
  if (await hasAccounts(target))
    throw new StartError('The database has accounts already; nothing was changed – set DATABASE_URL to an empty one');
}

/** Integers as text: some exceed the exact range of a double. */
async function connect(url: string): Promise<pg.Client> {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) =>
      oid === pg.types.builtins.INT8 ? String : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
  };
  const client = new pg.Client({ ...connectionConfig(url), types });
  // Errors reach the caller of the statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new StartError(`The database cannot be reached – ${(error as Error).message}`);
  }
}

async function commit(target: pg.Client): Promise<void> {
  try {
    await target.query('commit');
  } catch (error) {
    // An error that ends the connection does not show if the commit succeeded.
    if (error instanceof pg.DatabaseError && error.severity === 'ERROR') throw error;
    throw new Unsure(
      `The connection was lost in the last moment – run it again to see if everything was moved (${(error as Error).message})`,
    );
  }
}

function storeWithin(target: pg.Client): StoreWithin {
  const client = { query: (text: string, values: unknown[]) => target.query(text, [...values]), release: () => undefined };
  const pool = { connect: () => Promise.resolve(client), end: () => Promise.resolve() };
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) });
  const trx = writeHandleOn(db, { claim: () => undefined, hold: holdsAllLocks, news: emptyNews(), send: waitForEach });
  return { isShared: true, reading: trx, read: (work) => work(trx), write: (_scopes, work) => work(trx) };
}

/** Makes the ids of each table continue as they would in `source`, also above those of deleted rows. */
export async function copySequences(source: DatabaseSync, target: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const { name, numbered } of tables)
    if (numbered !== null)
      // Unlike setval, it is rolled back with its transaction.
      await target.query(`alter table ${quoted(name)} alter column ${quoted(numbered)} restart with ${nextNumber(source, name, numbered)}`);
}

/** Throws a `StartError` for a table whose next id would differ from that of `source`. */
export async function compareSequences(source: DatabaseSync, target: pg.Client): Promise<void> {
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
