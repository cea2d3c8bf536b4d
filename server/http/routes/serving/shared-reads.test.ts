import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqlOf } from '#server/store/core/handles.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { SharedReads } from './shared-reads.ts';

let folder: string;
let store: Store;
let shared: SharedReads<string>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-shared-reads-'));
  store = await openStore({ path: join(folder, 'event-companion.db') });
  shared = new SharedReads(store, { most: 2, mostBytes: 100, bytesOf: ({ length }) => length });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const change = (value: string) =>
  store.write([], async (trx) => void (await sqlOf(trx).insertInto('meta').values({ name: value, value }).execute()));

const get = (name: string, value: string) => shared.get(name, async () => value);

test('a value is shared until anything changes', async () => {
  expect([await get('a', '1'), await get('a', '2'), await get('b', '3')]).toEqual(['1', '1', '3']);
  await change('x');
  expect([await get('a', '4'), await get('b', '5')]).toEqual(['4', '5']);
});

test('the oldest value is evicted when all exceed the limit of bytes', async () => {
  await get('a', 'a'.repeat(60));
  await get('b', 'b'.repeat(60));
  expect([await get('b', '2'), await get('a', '1')]).toEqual(['b'.repeat(60), '1']);
});

test('a change by another process invalidates values', async () => {
  await get('a', '1');
  const other = new DatabaseSync(join(folder, 'event-companion.db'));
  other.exec("insert into meta values ('x', 'x')");
  other.close();
  await nextTurn();
  expect(await get('a', '2')).toBe('2');
});

test('an uncommitted change invalidates values, including those that were read before the commit', async () => {
  await get('a', '1');
  let isSeen = '';
  await store.write([], async (trx) => {
    await sqlOf(trx).insertInto('meta').values({ name: 'x', value: 'x' }).execute();
    isSeen = await get('a', '2');
    await sqlOf(trx).insertInto('meta').values({ name: 'y', value: 'y' }).execute();
  });
  expect(isSeen).toBe('2');
  expect(await get('a', '3')).toBe('3');
});

test('a value is not cached if anything changed while it was read', async () => {
  const value = await shared.get('a', async () => {
    await change('x');
    return '1';
  });
  expect([value, await get('a', '2')]).toEqual(['1', '2']);
});

test('a request shares a running read unless anything has changed, and a failed read is not cached', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<string>();
  const first = shared.get('a', () => late);
  const second = shared.get('a', async () => '2');
  await nextTurn();
  await change('x');
  const third = await shared.get('a', async () => '3');
  answer('1');
  expect([await first, await second, third]).toEqual(['1', '1', '3']);
  await expect(shared.get('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await get('b', '4')).toBe('4');
});

test('the number of cached values is limited', async () => {
  for (const name of ['a', 'b', 'c']) await get(name, '1');
  expect([await get('b', '2'), await get('c', '2'), await get('a', '2')]).toEqual(['1', '1', '2']);
});
