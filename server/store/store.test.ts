import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeFailureOf } from './core/failures.ts';
import { sqlOf, type TouchedScopes } from './core/handles.ts';
import { readCounters, writeCounters } from './feed/changes.ts';
import { revokeSession } from './accounts/sessions.ts';
import { dynamicScopes, openStore, readEpoch } from './store.ts';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'event-companion-store-'))));
afterEach(() => rmSync(dir, { recursive: true }));

const meta = (name: string) => ({ name, value: '' });

test('a second start finds the same epoch and rows', async () => {
  const path = join(dir, 'a.db');
  const first = await openStore({ path });
  const epoch = await readEpoch(first.reading);
  await sqlOf(first.reading).insertInto('meta').values(meta('kept')).execute();
  await first.close();
  const second = await openStore({ path });
  expect(await readEpoch(second.reading)).toBe(epoch);
  expect(await sqlOf(second.reading).selectFrom('meta').select('name').execute()).toHaveLength(2);
  await second.close();
});

test('the store enables full synchronous writes and foreign keys', async () => {
  const store = await openStore({ path: join(dir, 'a.db') });
  const pragma = async (name: string) =>
    Object.values((await sql.raw(`pragma ${name}`).execute(sqlOf(store.reading))).rows[0] as object)[0] as unknown;
  expect([await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')]).toEqual(['wal', 2, 1]);
  await store.close();
});

test('an unreadable file size rejects the figures and does not end the process', async () => {
  const [here, there] = [join(dir, 'here'), join(dir, 'there')];
  mkdirSync(here);
  const store = await openStore({ path: join(here, 'a.db') });
  renameSync(here, there);
  symlinkSync(here, here);
  expect(await store.figures().catch((error: NodeJS.ErrnoException) => error.code)).toBe('ELOOP');
  await store.close();
});

test('a failed transaction stores nothing and returns the kind of failure', async () => {
  const store = await openStore({ path: ':memory:' });
  const failing = store.write(dynamicScopes(), async (trx) => {
    await sqlOf(trx).insertInto('meta').values(meta('half')).execute();
    await sqlOf(trx).insertInto('meta').values(meta('half')).execute();
  });
  expect(storeFailureOf(await failing.catch((error: unknown) => error))).toBe('constraint');
  expect(await sqlOf(store.reading).selectFrom('meta').select('name').where('name', '=', 'half').execute()).toEqual([]);
  await store.close();
});

test('news are published after the commit, and never after a failure', async () => {
  const store = await openStore({ path: ':memory:' });
  const published: unknown[] = [];
  const counters = () => readCounters(store.reading, ['event:1']);
  const stop = store.onNews(({ scopes, endedSessions }) => void published.push([new Set(scopes), [...endedSessions], counters()]));
  const raise = (then: () => void = () => undefined) =>
    store.write(dynamicScopes(), async (trx) => {
      await writeCounters(trx, new Map([['event:1', 1]]));
      await revokeSession(trx, { id: 'session', userId: 1 }, 0);
      expect(published).toEqual([]);
      then();
    });
  const failing = raise(() => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await store.write([], () => Promise.resolve());
  expect(published).toEqual([]);
  await raise();
  expect(published).toEqual([[new Set(['event:1']), ['session'], expect.anything()]]);
  const [, , found] = published[0] as [unknown, unknown, ReturnType<typeof counters>];
  expect((await found).size).toBe(1);
  stop();
  published.length = 0;
  await raise();
  expect(published).toEqual([]);
  await store.close();
});

test('a write that changes unannounced scopes stores nothing', async () => {
  const store = await openStore({ path: ':memory:' });
  const raise = (scopes: TouchedScopes) => store.write(scopes, (trx) => writeCounters(trx, new Map([['event:1', 1]])));
  const counters = () => readCounters(store.reading, ['event:1']);
  await expect(raise(['event:2'])).rejects.toThrow('event:1');
  await expect(raise([])).rejects.toThrow(TypeError);
  await expect(raise(['lock event:1'])).rejects.toThrow(TypeError);
  expect((await counters()).size).toBe(0);
  await raise(['event:1']);
  await raise(dynamicScopes());
  expect((await counters()).size).toBe(1);
  await store.close();
});

test('a full database rejects writes as full, still reads, and recovers', async () => {
  const store = await openStore({ path: join(dir, 'a.db') });
  const pages = (await sql<{ page_count: number }>`pragma page_count`.execute(sqlOf(store.reading))).rows[0]!.page_count;
  const limit = (count: number) => sql.raw(`pragma max_page_count = ${count}`).execute(sqlOf(store.reading));
  await limit(pages + 2);
  const write = () =>
    store.write(dynamicScopes(), (trx) =>
      sqlOf(trx)
        .insertInto('meta')
        .values({ name: 'big', value: 'x'.repeat(100_000) })
        .execute(),
    );
  expect(storeFailureOf(await write().catch((error: unknown) => error))).toBe('full');
  expect(await sqlOf(store.reading).selectFrom('meta').select('name').execute()).toHaveLength(1);
  await limit(pages + 1_000);
  await write();
  expect(await sqlOf(store.reading).selectFrom('meta').select('name').execute()).toHaveLength(2);
  await store.close();
});

test('a file that is no database prevents the start', async () => {
  const path = join(dir, 'a.db');
  writeFileSync(path, 'this is not a database, and it is longer than a header would be '.repeat(20));
  await expect(openStore({ path })).rejects.toThrow('not a database');
});
