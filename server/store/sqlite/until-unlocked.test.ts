import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeFailureOf } from '../core/failures.ts';
import { sqlOf } from '../core/handles.ts';
import { openStore, type Store } from '../store.ts';

let dir: string;
let store: Store;
let holder: DatabaseSync;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'event-companion-lock-'));
  const path = join(dir, 'a.db');
  store = await openStore({ path, lockWait: 20 });
  holder = new DatabaseSync(path);
  holder.exec('begin immediate');
});

afterEach(async () => {
  holder.close();
  await store.close();
  rmSync(dir, { recursive: true });
});

const write = (name: string, onTry?: () => void) =>
  store.write([], async (trx) => {
    onTry?.();
    await sqlOf(trx).insertInto('meta').values({ name, value: '' }).execute();
  });
const read = async () =>
  (
    await sqlOf(store.reading)
      .selectFrom('meta')
      .select('name')
      .orderBy(sql`rowid`)
      .execute()
  ).map(({ name }) => name);
const turns = () => new Promise((resolve) => setTimeout(resolve, 10));

/** The clock (ms) that limits the wait of writes; tests move it, independent of the machine's speed. */
const clock = { time: 0 };
beforeEach(() => {
  clock.time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock.time);
});

test('writes wait for the lock without blocking reads, and run once each in order', async () => {
  let tries = 0;
  const writes = ['one', 'two', 'three'].map((name) => write(name, () => void (tries += 1)));
  while (tries < 4) {
    expect(await read()).toEqual(['epoch']);
    await turns();
  }
  holder.exec('rollback');
  await Promise.all(writes);
  expect(await read()).toEqual(['epoch', 'one', 'two', 'three']);
});

test('a lock that stays ends the wait of all waiting writes, and later writes try again', async () => {
  let tries = 0;
  let ended = 0;
  const waiting = (name: string) => write(name, () => void (tries += 1)).finally(() => void (ended += 1));
  const writes = Promise.allSettled(Array.from({ length: 200 }, (_, n) => waiting(`w${n}`)));
  clock.time = 1_999;
  while (tries < 5) await turns();
  expect(ended).toBe(0);
  clock.time = 2_000;
  const results = await writes;
  expect(new Set(results.map((result) => result.status === 'rejected' && storeFailureOf(result.reason)))).toEqual(new Set(['busy']));
  // Each try blocks the process for a moment, so only the first write in the queue tries.
  expect(tries).toBeLessThan(20);
  holder.exec('rollback');
  await write('later');
  expect(await read()).toEqual(['epoch', 'later']);
});

test('a write that waited sees the changes that another process committed', async () => {
  holder.exec("insert into meta values ('theirs', '')");
  const seen: string[][] = [];
  const mine = store.write([], async (trx) => {
    seen.push((await sqlOf(trx).selectFrom('meta').select('name').execute()).map(({ name }) => name));
    await sqlOf(trx).insertInto('meta').values({ name: 'mine', value: '' }).execute();
  });
  while (seen.length === 0) await turns();
  holder.exec('commit');
  await mine;
  expect([seen[0], seen.at(-1)]).toEqual([['epoch'], ['epoch', 'theirs']]);
});

test('other failures are not retried', async () => {
  holder.exec('rollback');
  let tries = 0;
  const failing = store.write([], async () => {
    tries += 1;
    throw new Error('disk');
  });
  await expect(failing).rejects.toThrow('disk');
  expect(tries).toBe(1);
});
