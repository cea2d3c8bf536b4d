import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { afterEach, expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { systemClock } from '#server/lib/clock.ts';
import { openStore } from '#server/store/store.ts';
import { insertRows, postOf } from '../fixtures/camp.ts';
import { buildCampOnDisk } from './harness/camp-on-disk.ts';

declare module 'node:sqlite' {
  interface StatementSync {
    /** The count of the statement so far (Node 26). */
    stat(counter: 'vmStep'): number;
  }
}

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

/** Returns a copy of the files of a killed server with so many posts, write-ahead log included. */
async function leftBehind(posts: number): Promise<string> {
  const camp = await buildCampOnDisk();
  const store = await openStore({ path: join(camp.dataDir, 'event-companion.db') });
  for (let left = posts; left > 0; left -= 500)
    await insertRows(
      store,
      systemClock,
      'posts',
      Array.from({ length: 500 }, () => postOf('author')),
    );
  const copy = mkdtempSync(join(tmpdir(), 'event-companion-killed-'));
  folders.push(copy);
  cpSync(camp.dataDir, copy, { recursive: true });
  await store.close();
  camp.remove();
  return copy;
}

/** Returns the work of the database until the first answer: steps of SQLite's virtual machine, and statements on the whole database. */
async function workOfStart(dataDir: string): Promise<{ steps: number; onAll: string[] }> {
  const statements = new Set<StatementSync>();
  const executed: string[] = [];
  const { prepare, exec } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function recorded(this: DatabaseSync, sql) {
    executed.push(sql);
    return exec.call(this, sql);
  });
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function recorded(this: DatabaseSync, sql) {
    executed.push(sql);
    const statement = prepare.call(this, sql);
    statements.add(statement);
    return statement;
  });
  const store = await openStore({ path: join(dataDir, 'event-companion.db') });
  const app = await createApp({ config: loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), store, clock: systemClock });
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  const steps = [...statements].reduce((sum, statement) => sum + statement.stat('vmStep'), 0);
  vi.restoreAllMocks();
  await app.close();
  await store.close();
  return { steps, onAll: executed.filter((sql) => /integrity_check|quick_check|foreign_key_check|vacuum|reindex/i.test(sql)) };
}

test('a start after a kill does no work that grows with the data', async () => {
  const [few, many] = [await workOfStart(await leftBehind(0)), await workOfStart(await leftBehind(3_000))];
  expect(few.steps).toBeGreaterThan(0);
  expect(many).toEqual({ steps: few.steps, onAll: [] });
});
