import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { newDatabase } from '#tests/fixtures/databases/databases.ts';
import { fillEveryTable } from '#tests/fixtures/databases/every-kind-of-row.ts';
import { hasAccounts } from '../accounts/accounts.ts';
import { openStore, type Store } from '../store.ts';
import { compareRows } from './compare-rows.ts';
import { copyRows } from './copy-rows.ts';
import { compareSequences, copySequences, refuseUsed, takeOver, Unsure } from './take-over.ts';
import { tablesOf } from './tables.ts';

let folder: string;
/** Files with all tables: one without rows except the initial ones, one with rows of every kind. */
let empty: string;
let full: string;
let file: string;
let url: string;
let target: pg.Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-move-'));
  [empty, full, file] = ['empty', 'full', 'camp'].map((name) => join(folder, `${name}.db`)) as [string, string, string];
  await (await openStore({ path: empty })).close();
  copyFileSync(empty, full);
  const database = new DatabaseSync(full);
  fillEveryTable(database);
  database.close();

  url = await newDatabase(inject('postgres')!.template);
  // Integers as text, as the check requires.
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? String : pg.types.getTypeParser(oid, format)) as never,
  };
  target = new pg.Client({ connectionString: url, types });
  await target.connect();
});
afterAll(async () => {
  await target.end();
  rmSync(folder, { recursive: true });
});

function change(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

const takeAll = (addRest = () => Promise.resolve('rest')) => takeOver(url, file, addRest, 200);
const countOf = async (table: string): Promise<number> =>
  Number((await target.query<{ count: string }>(`select count(*) as count from ${table}`)).rows[0]!.count);

/** Returns all rows of a table as JSON, independent of the check. */
async function alike(table: string): Promise<[string[], string[]]> {
  const database = new DatabaseSync(file, { readOnly: true });
  const columns = database.prepare('select name, type from pragma_table_info(?)').all(table) as { name: string; type: string }[];
  const written = (name: string, type: string, quote: (value: string) => string) =>
    /blob/i.test(type) ? `'${name}', ${quote(`"${name}"`)}` : `'${name}', cast("${name}" as text)`;
  const here = database
    .prepare(
      `select json_object(${columns.map(({ name, type }) => written(name, type, (value) => `lower(hex(${value}))`)).join()}) as row from "${table}"`,
    )
    .all();
  database.close();
  const there = await target.query<{ row: string }>(
    `select json_build_object(${columns.map(({ name, type }) => written(name, type, (value) => `encode(${value}, 'hex')`)).join()})::text as row from "${table}"`,
  );
  const textsOf = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(JSON.parse((row as { row: string }).row))).toSorted();
  return [textsOf(here), textsOf(there.rows)];
}

test('tables are ordered after those they refer to, and unknown column types are rejected', async () => {
  const names = (await tablesOf(target)).map(({ name }) => name);
  expect(names.indexOf('push_jobs')).toBeGreaterThan(names.indexOf('push_subscriptions'));
  expect(names.indexOf('push_subscriptions')).toBeGreaterThan(names.indexOf('sessions'));
  await target.query('begin; create table extra (id double precision)');
  await expect(tablesOf(target)).rejects.toThrow('extra.id is double precision');
  await target.query('rollback');
});

describe('a move', () => {
  beforeEach(async () => {
    copyFileSync(full, file);
    const tables = await tablesOf(target);
    await target.query(`truncate ${tables.map(({ name }) => name).join()} restart identity`);
  });

  test('copies every value of every column and continues ids as the file would', async () => {
    change(`update sqlite_sequence set seq = 5000 where name = 'users'; delete from push_news`);
    change(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 1100) insert into meta select 'name ' || i, 'value ' || i from n`,
    );
    const database = new DatabaseSync(file, { readOnly: true });
    const tables = database
      .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'`)
      .all();
    database.close();
    expect(tables.length).toBeGreaterThan(40);
    expect(await takeAll()).toEqual({ tables: tables.length, rows: (tables.length - 1) * 20 + 1 + 1_100, rest: 'rest' });
    for (const { name } of tables) {
      const [here, there] = await alike(String(name));
      expect([name, there]).toEqual([name, here]);
    }
    const given = await target.query<{ id: string }>(`
      insert into users (email, name, role, password_hash, email_verified, version, created_at) values ('new', '', 'user', '!', 1, 1, 0) returning id`);
    const news = await target.query<{ id: string }>(`
      insert into push_news (resource, row_id, event_id, author_id, created_at) values ('posts', 'new', 1, 1, 0) returning id`);
    const noted = await target.query<{ id: string }>(`insert into audit_log (at, kind, details) values (0, '', '') returning id`);
    expect([given, news, noted].map(({ rows }) => rows[0]?.id)).toEqual(['5001', '21', '21']);
  });

  test('names the table and row of a text that PostgreSQL cannot store, and copies nothing', async () => {
    change(`update posts set content = 'A' || char(0) || 'b' where rowid = 2`);
    const named = 'content of the row of posts with id = "ä2" cannot be kept by PostgreSQL: a text with a NUL in it';
    await expect(takeAll()).rejects.toThrow(named);
    expect(await countOf('users')).toBe(0);
  });

  test.each([
    ['a number that is text', `update users set version = 'one' where id = 1`, 'version of the row of users with id = "1" cannot be kept'],
    ['a number with a fraction', 'update users set created_at = 0.5 where id = 1', 'created_at of the row of users with id = "1" cannot'],
    ['a text that is bytes', `update users set name = x'00ff' where id = 1`, 'name of the row of users with id = "1" cannot be kept'],
    ['a text that is no UTF-8', `update users set name = cast(x'41ff' as text)`, 'name differs in the row with id = "1" of users'],
  ])('names the row with %s', async (_what, sql, message) => {
    change(sql);
    await expect(takeAll()).rejects.toThrow(message);
    expect(await countOf('users')).toBe(0);
  });

  test('rolls back after a failure and can be repeated', async () => {
    await expect(takeAll(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect([await countOf('users'), await countOf('posts')]).toEqual([0, 0]);
    const { rows } = await target.query(`select last_value, is_called from users_id_seq`);
    expect(rows).toEqual([{ last_value: '1', is_called: false }]);
    change(`pragma foreign_keys = off; update posts set reply_to_id = 'nobody' where id = 'ä2'`);
    await expect(takeAll()).rejects.toThrow('PostgreSQL did not take it');
    expect(await countOf('users')).toBe(0);
    change(`update posts set reply_to_id = null where id = 'ä2'`);
    await takeAll();
    expect(await countOf('users')).toBe(20);
  });

  test('reports an unknown result if the connection is lost during the commit', async () => {
    const lost = takeAll(async () => {
      await target.query(
        'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return 'rest';
    });
    await expect(lost).rejects.toThrow(Unsure);
    expect(await countOf('users')).toBe(0);
  });

  test('replaces the content of a database without accounts, and rejects one with accounts', async () => {
    await target.query(`insert into attempts (attempt, key, at, under_way) values ('old', 'old', 0, 0)`);
    // Its identity stays its own.
    await target.query(`insert into meta values ('identity', 'its own'), ('seen_at', '5'), ('secret', 'of a first start')`);
    await refuseUsed(url, file);
    await takeAll();
    expect(await countOf('attempts')).toBe(20);
    const { rows } = await target.query(`select name, value from meta where name in ('identity', 'seen_at', 'secret') order by name`);
    expect(rows).toEqual([
      { name: 'identity', value: 'its own' },
      { name: 'seen_at', value: '5' },
    ]);
    const refusal = 'The database has accounts already; nothing was changed';
    await expect(takeAll()).rejects.toThrow(refusal);
    await expect(refuseUsed(url, file)).rejects.toThrow('It was moved into this database before');
    change(`update meta set value = 'another' where name = 'epoch'`);
    await expect(refuseUsed(url, file)).rejects.toThrow(refusal);
  });

  test('has the database exclusively: a running server prevents it, and a starting one waits', async () => {
    const server = await openStore({ url, connections: 2 });
    await expect(takeAll()).rejects.toThrow('A server works on the database');
    await server.close();
    let opened: Promise<Store> | undefined;
    await takeAll(() => {
      opened = openStore({ url, connections: 2 });
      return Promise.resolve('rest');
    });
    const store = await opened!;
    expect(await hasAccounts(store.reading)).toBe(true);
    await store.close();
  });
});

describe('the check finds', () => {
  let source: DatabaseSync;

  beforeAll(async () => {
    source = new DatabaseSync(full, { readOnly: true, readBigInts: true });
    await target.query('begin');
    await fill(copyRows);
    await target.query('savepoint copied');
  });
  afterAll(async () => {
    await target.query('rollback');
    source.close();
  });

  async function fill(copy: typeof copyRows): Promise<void> {
    const tables = await tablesOf(target);
    // A table with pending constraint checks cannot be truncated.
    await target.query(`set constraints all immediate; truncate ${tables.map(({ name }) => name).join()}; set constraints all deferred`);
    await copy(source, target, tables);
    await copySequences(source, target, tables);
  }

  async function check(): Promise<void> {
    await target.query('set constraints all immediate');
    try {
      await compareRows(source, target);
      await compareSequences(source, target);
    } finally {
      await target.query('rollback to savepoint copied');
    }
  }

  test('no difference in an exact copy', async () => {
    await expect(check()).resolves.toBeUndefined();
  });

  test.each([
    [
      'a text that was changed',
      `update posts set content = content || ' ' where id = 'ä2'`,
      'content differs in the row with id = "ä2" of posts',
    ],
    [
      'a number by one',
      `update posts set "order" = "order" - 1 where "order" = 9223372036854775807`,
      'order differs in the row with id = ',
    ],
    [
      'no text for the word null',
      `update photos set description = '' where description = 'null'`,
      'description differs in the row with id = ',
    ],
    [
      'an empty text for null',
      `update events set header_image = '' where header_image is null`,
      'header_image differs in the row with id = ',
    ],
    ['a row that is missing', 'delete from email_hits where user_id = 2', 'user_id differs in the row with user_id = "2"'],
    ['the last row missing', `delete from meta where name = (select max(name) from meta)`, 'meta has only 20 rows in PostgreSQL'],
    ['a row too many', `insert into meta values ('\u{10ffff}', '')`, 'meta has more rows in PostgreSQL than the 21'],
    ['a table that nobody asked for', 'create table extra (id bigint)', 'have not the same tables: extra'],
    ['a column that is not there', 'alter table photos drop column description', 'have not the same columns of photos: description'],
    [
      'a number that would be given out twice',
      'alter table users alter column id restart with 20',
      'users would go on with number 20, not with 21',
    ],
    ['numbers that begin anew', 'alter table audit_log alter column id restart with 1', 'audit_log would go on with number 1, not with 21'],
  ])('%s', async (_what, spoil, message) => {
    await target.query(spoil);
    await expect(check()).rejects.toThrow(message);
  });

  test('a column that the copy omitted, because it reads the catalogues itself', async () => {
    const without = 'header_image';
    await fill((from, to, tables) =>
      copyRows(
        from,
        to,
        tables.map((table) => ({ ...table, columns: table.columns.filter(({ name }) => name !== without) })),
      ),
    );
    await expect(check()).rejects.toThrow('header_image differs in the row with id');
  });
});
