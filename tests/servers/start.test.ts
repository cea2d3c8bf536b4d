import { afterEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { loadConfig, StartError } from '#server/config.ts';
import { openConfiguredStore } from '#server/ops/configured-store.ts';
import { claimKeys, loadKeys } from '#server/ops/keys.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { readEpoch, type Store } from '#server/store/store.ts';
import { secretOf } from '#server/services/auth/secret.ts';
import { createDatabase, newDatabase, unusedUrl } from '../fixtures/databases/databases.ts';
import { openPooler } from './harness/one-connection-pooler.ts';
import { Wire } from './harness/wire.ts';

const word = 'xyzzy';
const withWord = (url: string): string => url.replace('@', `:${word}@`);
const settingsOf = (url: string) => loadConfig({ DATABASE_URL: withWord(url), DATABASE_CONNECTIONS: '2' });

const stores: Store[] = [];
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())));

async function open(...given: Parameters<typeof openConfiguredStore>): Promise<Store> {
  const store = await openConfiguredStore(...given);
  stores.push(store);
  return store;
}

const failureOf = (opening: Promise<Store>): Promise<unknown> => opening.catch((error: unknown) => error);

test('six servers that start at once on an empty database get one history and the same keys', async () => {
  const url = await newDatabase();
  const config = settingsOf(url);
  const opened = await Promise.all(Array.from({ length: 6 }, () => open(config)));
  const epochs = await Promise.all(opened.map((store) => readEpoch(store.reading)));
  expect(new Set(epochs).size).toBe(1);
  const keys = await Promise.all(opened.map((store) => loadKeys(config, store)));
  expect(new Set(keys.map(({ secret }) => secret('refresh').toString('hex'))).size).toBe(1);
  expect(new Set(keys.map(({ vapid }) => vapid.privateKey)).size).toBe(1);
});

test('keys of the environment take precedence, stored ones stay, and a damaged one stops the start', async () => {
  const url = await newDatabase(inject('postgres')!.template);
  const store = await open(settingsOf(url));
  const own = await loadKeys(settingsOf(url), store);
  const SERVER_SECRET = 'c2VydmVyLXNlY3JldC1vZi0zMi1ieXRlcy1mb3ItYWw';
  const given = loadConfig({ DATABASE_URL: url, SERVER_SECRET, VAPID_KEYS: `${own.vapid.publicKey}.${'k'.repeat(43)}` });
  const keys = await loadKeys(given, store);
  expect(keys.secret('refresh')).not.toEqual(own.secret('refresh'));
  expect(keys.vapid.privateKey).toBe('k'.repeat(43));
  expect((await loadKeys(settingsOf(url), store)).secret('refresh')).toEqual(own.secret('refresh'));
  await sqlOf(store.reading).updateTable('meta').set({ value: 'damaged' }).where('name', '=', 'vapid').execute();
  await expect(loadKeys(settingsOf(url), store)).rejects.toThrow(/^The row vapid of the table meta is damaged/);
});

test('a server with other keys does not start while others run, even after an interruption, and starts once they have stopped', async () => {
  const url = await newDatabase(inject('postgres')!.template);
  const { wire, url: byWire } = await Wire.to(url);
  onTestFinished(() => wire.close());
  const [running, another] = [await open(settingsOf(byWire)), await open(settingsOf(url))];
  const keys = await loadKeys(settingsOf(url), running);
  await claimKeys(keys, running);
  await claimKeys(await loadKeys(settingsOf(url), another), another);
  const others = { ...keys, secret: secretOf(Buffer.alloc(32, 1)) };
  const refused =
    /^Another server runs on this database with other keys – give all the same SERVER_SECRET and VAPID_KEYS, or stop the others$/;
  const changed = await open(settingsOf(url));
  await expect(claimKeys(others, changed)).rejects.toThrow(refused);
  await Promise.all([another.close(), changed.close()]);

  const mayHaveMissed = Promise.withResolvers<void>();
  running.onNews(({ scopes }) => scopes === 'all' && mayHaveMissed.resolve());
  wire.cut();
  wire.mend();
  await mayHaveMissed.promise;
  const later = await open(settingsOf(url));
  await expect(claimKeys(others, later)).rejects.toThrow(refused);
  await Promise.all([running.close(), later.close()]);
  await claimKeys(others, await open(settingsOf(url)));
});

test('a pooler that switches connections after each transaction is refused with one line', async () => {
  const pooler = await openPooler(await newDatabase(inject('postgres')!.template));
  onTestFinished(() => pooler.close());
  await expect(open(settingsOf(pooler.url))).rejects.toThrow(
    /^The database \S+ cannot be opened – a pooler in between hands connections on after each transaction: it has to work by sessions$/,
  );
});

test('a missing database is waited for, with one line that contains no password', async () => {
  const url = unusedUrl();
  const onWait = vi.fn<(line: string) => void>();
  const opening = open(settingsOf(url), { patience: 60_000, onWait });
  await vi.waitFor(() => expect(onWait).toHaveBeenCalled());
  await createDatabase(url);
  expect(await (await opening).ping()).toBe(true);
  expect(onWait.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^The database postgres:\/\/127\.0\.0\.1:\d+\/test_\w+ does not answer yet \(.*does not exist\); it is waited for$/,
      ),
    ],
  ]);
});

test('a database with another encoding stops the start', async () => {
  const url = unusedUrl();
  await createDatabase(url, `template0 encoding 'SQL_ASCII' locale 'C'`);
  await expect(open(settingsOf(url))).rejects.toThrow(/cannot be opened – it keeps texts as SQL_ASCII, not as UTF8$/);
});

test('a database that never appears, or rejects the user, stops the start with one line without a password', async () => {
  const missing = unusedUrl();
  const unknownRole = missing.replace(/\/\/[^@]+@/, '//nobody-like-this@').replace(/[^/]+$/, 'postgres');
  const nowhere = missing.replace(/:\d+\//, ':1/');
  const failures = await Promise.all([
    failureOf(open(settingsOf(missing))),
    failureOf(open(settingsOf(nowhere), { patience: 1 })),
    // At once, despite the long patience.
    failureOf(open(settingsOf(unknownRole), { patience: 600_000 })),
  ]);
  for (const [index, reason] of ['does not exist', 'ECONNREFUSED', 'role "nobody-like-this" does not exist'].entries()) {
    expect(failures[index]).toBeInstanceOf(StartError);
    const { message } = failures[index] as StartError;
    expect(message).toMatch(/^The database postgres:\/\/127\.0\.0\.1:\d+\/\w+ cannot be opened – [^\n]+$/);
    expect(message).toContain(reason);
    expect(message).not.toContain(word);
  }
});
