import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sqlOf } from '../core/handles.ts';
import { openStore, type Store } from '../store.ts';

let folder: string;
let path: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-scrub-'));
  path = join(folder, 'test.db');
  store = await openStore({ path, lockWait: 20 });
  await sqlOf(store.reading).insertInto('erasures').values({ user_id: 7, keeps_shared: 0, erased_at: 1, scrubbed: 0 }).execute();
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function leaveTraces(): Promise<void> {
  await sql`create table traces (text text)`.execute(sqlOf(store.reading));
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
    insert into traces select 'canary' || hex(randomblob(500)) from n`.execute(sqlOf(store.reading));
  await sql`delete from traces where rowid % 2 = 0`.execute(sqlOf(store.reading));
}

const fileHolds = (text: string): boolean => ['', '-wal'].some((end) => readFileSync(`${path}${end}`).includes(text));
const scrubbed = async (): Promise<number[]> => {
  const rows = await sqlOf(store.reading).selectFrom('erasures').select('scrubbed').execute();
  return rows.map((row) => row.scrubbed);
};

test('reads continue and writes wait while the file is rewritten', async () => {
  await leaveTraces();
  // The two seconds that a write waits never pass, however slow the machine is.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  let isDone = false;
  let reads = 0;
  const work = store.scrub().finally(() => void (isDone = true));
  const write = store.write([], (trx) => sqlOf(trx).insertInto('meta').values({ name: 'later', value: '' }).execute()).then(() => isDone);
  while (!isDone) {
    await sqlOf(store.reading).selectFrom('meta').selectAll().execute();
    await nextTurn();
    reads += 1;
  }
  await work;
  expect(reads).toBeGreaterThan(20);
  expect(await write).toBe(true);
  expect(await scrubbed()).toEqual([1]);
});

test('a scrub removes deleted data from all files', async () => {
  await sql`create table traces (text text)`.execute(sqlOf(store.reading));
  await sql`insert into traces values ('canary')`.execute(sqlOf(store.reading));
  await sql`delete from traces`.execute(sqlOf(store.reading));
  expect(fileHolds('canary')).toBe(true);
  await store.scrub();
  expect(fileHolds('canary')).toBe(false);
});

test('a scrub fails while another process has the lock, and marks nothing as scrubbed until it succeeds', async () => {
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  // This clock ends the patience of a write after its second try.
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1_500));
  const work = store.scrub();
  await expect(work).rejects.toMatchObject({ errcode: 5 });
  clock.mockRestore();
  expect(await scrubbed()).toEqual([0]);
  other.exec('commit');
  other.close();
  await store.scrub();
  expect(await scrubbed()).toEqual([1]);
});

test('a scrub without new erasures changes nothing', async () => {
  await store.scrub();
  const before = readFileSync(path);
  await sql`create table traces (text text)`.execute(sqlOf(store.reading));
  await store.scrub();
  expect(readFileSync(path).equals(before)).toBe(true);
});
