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

/** About 20 MB, that lie in the file after they were deleted. */
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

test('while the file is written anew others read, and writes wait their turn', async () => {
  await leaveTraces();
  // However slow the machine is: the two seconds that a write waits are not over.
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

test('what was deleted is in no file afterwards', async () => {
  await sql`create table traces (text text)`.execute(sqlOf(store.reading));
  await sql`insert into traces values ('canary')`.execute(sqlOf(store.reading));
  await sql`delete from traces`.execute(sqlOf(store.reading));
  expect(fileHolds('canary')).toBe(true);
  await store.scrub();
  expect(fileHolds('canary')).toBe(false);
});

test('where somebody else has the database it comes again, and nothing is called scrubbed before', async () => {
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  // The patience of a write is over after its second try by this clock.
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

test('nothing is done where nobody has left', async () => {
  await store.scrub();
  const before = readFileSync(path);
  await sql`create table traces (text text)`.execute(sqlOf(store.reading));
  await store.scrub();
  expect(readFileSync(path).equals(before)).toBe(true);
});
