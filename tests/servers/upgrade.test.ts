import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { shareUsage } from '#server/store/postgres/locks.ts';
import { newDatabase } from '../fixtures/databases/databases.ts';
import { ServerProcess } from '../torture/harness/server-process.ts';

const root = join(import.meta.dirname, '../..');

let folder: string;
let url: string;
let older: ServerProcess;
let newer: ServerProcess;

/** Copies the server with one more migration, inside the checkout, so that the copy finds the packages. */
function makeNewerVersion(): string {
  const code = join(folder, 'newer');
  for (const part of ['server', 'contract']) cpSync(join(root, part), join(code, part), { recursive: true });
  for (const part of ['public', 'dist', 'package.json']) symlinkSync(join(root, part), join(code, part));
  writeFileSync(
    join(code, 'server/store/migrations/999-later.ts'),
    `export const later = { up: (db) => db.schema.createTable('later').addColumn('id', 'bigint').execute() };`,
  );
  return code;
}

beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache/upgrade-'));
  url = await newDatabase();
  const settings = { DATABASE_URL: url, DATABASE_CONNECTIONS: '4', DRAIN_SECONDS: '1' };
  older = new ServerProcess(join(folder, 'older-data'), settings);
  newer = new ServerProcess(join(folder, 'newer-data'), settings, makeNewerVersion());
  await older.start();
});
afterAll(async () => {
  await Promise.all([older, newer].map((server) => server.stop('SIGKILL')));
  rmSync(folder, { recursive: true });
});

test('an older server drains and stops, and the newer one migrates only when all older ones have stopped', async () => {
  // Plays a server of a version that announces no schema: it uses the database and does not stop by itself.
  const silent = new pg.Client(url);
  await silent.connect();
  await shareUsage(silent);
  const migrated = async () => (await silent.query(`select from kysely_migration where name = '999-later'`)).rowCount === 1;

  const started = newer.start();
  await vi.waitFor(async () => expect((await fetch(`${older.origin}/readyz`)).status).toBe(503));
  // It still answers requests that a proxy sends before it notices.
  expect((await fetch(`${older.origin}/healthz`)).status).toBe(200);
  expect(await older.ended()).toBe(0);
  expect(await migrated()).toBe(false);

  await silent.end();
  await started;
  expect((await fetch(`${newer.origin}/readyz`)).status).toBe(200);
});

test('an older server refuses to start while a newer one runs, and names both schemas', async () => {
  await expect(older.start()).rejects.toThrow(/a newer version of Event Companion uses it \(schema 999; this version knows up to \d+\)/);
});
