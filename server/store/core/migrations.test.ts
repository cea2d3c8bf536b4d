import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreAtBaseline, restoreBeforeBaseline } from '#tests/fixtures/old-servers.ts';
import { fillEveryTable } from '#tests/fixtures/databases/every-kind-of-row.ts';
import { databaseName } from '#server/lib/files/state-files.ts';
import { openStore, readEpoch } from '../store.ts';
import { lastMigrationMade, schemaNumber } from './migrations.ts';
import { sqlOf } from './handles.ts';

const run = promisify(execFile);

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'event-companion-migrations-'));
  path = join(dir, databaseName);
});
afterEach(() => rmSync(dir, { recursive: true }));

function inFile<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path, { readBigInts: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const change = (statements: string): void => inFile((database) => database.exec(statements));

const tablesIn = (database: DatabaseSync): string[] =>
  database
    .prepare(`select name from sqlite_schema where type = 'table' order by name`)
    .all()
    .map(({ name }) => String(name));

/** Returns the rows of all tables, each as text that distinguishes values of every kind. */
function rowsInFile(): Map<string, string[]> {
  return inFile((database) => {
    const rowsOf = (table: string): string[] => {
      const columns = database.prepare('select name from pragma_table_info(?)').all(table);
      const values = columns.map(({ name }) => `'${String(name)} ' || quote("${String(name)}")`).join(" || ', ' || ");
      return database
        .prepare(`select ${values} as said from "${table}"`)
        .all()
        .map(({ said }) => String(said))
        .toSorted();
    };
    return new Map(tablesIn(database).map((table) => [table, rowsOf(table)]));
  });
}

const openAndClose = async (): Promise<void> => (await openStore({ path })).close();

test('a database that a newer version has migrated is rejected with the schemas of both versions', async () => {
  await openAndClose();
  change(`insert into kysely_migration values ('999-future', '2030-01-01T00:00:00.000Z')`);
  await expect(openStore({ path })).rejects.toThrow(/uses it \(schema 999; this version knows up to \d+\)/);
});

test('a database from before the baseline is rejected unchanged, with the version to start in between', async () => {
  restoreBeforeBaseline(dir);
  const before = rowsInFile();
  for (const _attempt of [1, 2])
    await expect(openStore({ path })).rejects.toThrow(
      'an older version of Event Companion made it (schema 36; this version continues from schema 75) – start commit 80ba7ad8 (version 0.1.0 of 26 November 2026) with it once, then this version',
    );
  expect(rowsInFile()).toEqual(before);
});

test('a database that lacks only the last migration of the baseline is rejected unchanged', async () => {
  restoreAtBaseline(dir);
  change(`drop table match_times; delete from kysely_migration where name = '075-match-times'`);
  const before = rowsInFile();
  await expect(openStore({ path })).rejects.toThrow('(schema 74; this version continues from schema 75)');
  expect(rowsInFile()).toEqual(before);
});

test('a database that has the last migration of the baseline and lacks an earlier one is rejected unchanged', async () => {
  restoreAtBaseline(dir);
  change(`delete from kysely_migration where name = '067-canonical-addresses'`);
  const before = rowsInFile();
  await expect(openStore({ path })).rejects.toThrow('(schema 66; this version continues from schema 75)');
  expect(rowsInFile()).toEqual(before);
});

test('a database of 80ba7ad8 keeps every row of every table, and migrates once', async () => {
  restoreAtBaseline(dir);
  inFile((database) => {
    for (const table of tablesIn(database).filter((name) => !/^(?:kysely|sqlite)/.test(name))) database.exec(`delete from "${table}"`);
    fillEveryTable(database);
    // A new module moves the menu entries behind it (helpers.test.ts).
    database.exec('delete from menu_entries');
  });
  const before = rowsInFile();
  await openAndClose();
  const after = rowsInFile();
  for (const [table, rows] of before) {
    const now = after.get(table)!;
    // Later migrations add columns at the end, so an old row is the beginning of the new one.
    const lost = rows.filter((row) => !now.some((kept) => kept.startsWith(row)));
    expect({ table, lost }).toEqual({ table, lost: [] });
  }
  expect(after.get('posts')).toHaveLength(20);
  await openAndClose();
  expect(rowsInFile()).toEqual(after);
});

test('a database of 80ba7ad8 keeps its history, its sessions and its list of migrations', async () => {
  restoreAtBaseline(dir);
  const before = rowsInFile();
  const store = await openStore({ path });
  expect(before.get('meta')).toContain(`name 'epoch', value '${await readEpoch(store.reading)}'`);
  expect(await lastMigrationMade(sqlOf(store.reading))).toBe(await schemaNumber());
  await store.close();
  const after = rowsInFile();
  for (const table of ['meta', 'receipts', 'sqlite_sequence']) expect(after.get(table)).toEqual(before.get(table));
  // The feedback of the old version is new to its event admins, and a new module to everybody.
  const isOld = (row: string): boolean => !/resource '(?:feedbackAnswers|modules|menuEntries|homeEntries)'/.test(row);
  expect(after.get('change_log')!.filter(isOld)).toEqual(
    before
      .get('change_log')!
      .filter(isOld)
      .map((row) => `${row}, passed 0`),
  );
  const raised = before
    .get('scope_counters')!
    .map((row) => row.replace("scope 'event-admin:1', number 8,", "scope 'event-admin:1', number 9,"));
  const isOfAll = (row: string): boolean => /scope 'event:\d+'/.test(row);
  expect(after.get('scope_counters')!.filter((row) => !isOfAll(row))).toEqual(raised.filter((row) => !isOfAll(row)));
  expect(after.get('sessions')).toEqual(before.get('sessions')!.map((row) => `${row}, proved_at NULL`));
  expect(after.get('kysely_migration')).toEqual(expect.arrayContaining(before.get('kysely_migration')!));
});

test('a creation or migration that fails leaves nothing behind, and the next start does all of it', async () => {
  const obstacle = 'create table retired_pictures (a)';
  change(obstacle);
  await expect(openStore({ path })).rejects.toThrow('already exists');
  const isLeft = (name: string): boolean => !/^(?:kysely|sqlite)/.test(name);
  expect(inFile(tablesIn).filter(isLeft)).toEqual(['retired_pictures']);
  expect(rowsInFile().get('kysely_migration')).toEqual([]);
  change('drop table retired_pictures');
  await openAndClose();
  const created = inFile(tablesIn);

  rmSync(path);
  restoreAtBaseline(dir);
  change(obstacle);
  const before = rowsInFile();
  await expect(openStore({ path })).rejects.toThrow('already exists');
  expect(rowsInFile()).toEqual(before);
  change('drop table retired_pictures');
  await openAndClose();
  expect(inFile(tablesIn)).toEqual(created);
});

test('processes that open a new database at the same time create it once', async () => {
  const script = `const { openStore } = await import('#server/store/store.ts');
    await (await openStore({ path: process.argv[1] })).close();`;
  const open = () => run(process.execPath, ['--input-type=module', '--eval', script, path], { cwd: join(import.meta.dirname, '../../..') });
  const ended = await Promise.allSettled([open(), open()]);
  // On a slow machine one may not wait until the other is done.
  const failures = ended.filter(({ status }) => status === 'rejected').map((end) => String((end as PromiseRejectedResult).reason));
  expect(failures.filter((failure) => !failure.includes('database is locked'))).toEqual([]);
  expect(failures.length).toBeLessThan(2);
  await openAndClose();
  const made = rowsInFile().get('kysely_migration')!;
  expect([made[0], made.at(-1)]).toEqual([
    expect.stringMatching(/'075-baseline'/),
    expect.stringMatching(new RegExp(`'0${await schemaNumber()}-`)),
  ]);
  expect(rowsInFile().get('meta')).toHaveLength(1);
});
