import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreAtBaseline, sqliteAtBaseline } from '#tests/fixtures/old-servers.ts';
import { databaseName } from '#server/lib/files/state-files.ts';
import { openSqlite } from '../sqlite/dialect.ts';
import { openStore } from '../store.ts';
import { createBaseline } from './baseline.ts';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'event-companion-baseline-'))));
afterEach(() => rmSync(dir, { recursive: true }));

/** Everything that SQLite stores about tables and indexes, with the text of each. */
function schemaOf(database: DatabaseSync): unknown[] {
  const found = database
    .prepare(`select type, name, tbl_name, sql from sqlite_schema where tbl_name not like 'kysely%' order by name`)
    .all();
  database.close();
  return found;
}

function schemaOfLanded(): unknown[] {
  const landed = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  landed.exec(sqliteAtBaseline);
  return schemaOf(landed);
}

test('the baseline has the tables and indexes of the migrations that it replaces, to the letter', async () => {
  const path = join(dir, 'baseline.db');
  const db = new Kysely<unknown>(openSqlite(path, 0));
  await createBaseline(db);
  await db.destroy();
  expect(schemaOf(new DatabaseSync(path))).toEqual(schemaOfLanded());
});

test('a new database and one of 80ba7ad8 have the same schema after all migrations', async () => {
  const paths = [join(dir, 'new.db'), join(dir, databaseName)];
  restoreAtBaseline(dir);
  for (const path of paths) await (await openStore({ path })).close();
  const [created, migrated] = paths.map((path) => schemaOf(new DatabaseSync(path)));
  expect(migrated).toEqual(created);
  expect(created).not.toEqual(schemaOfLanded());
});
