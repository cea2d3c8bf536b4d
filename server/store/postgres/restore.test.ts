import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FeedPage } from '#contract/endpoints/core.ts';
import { buildCamp, people, type PersonName } from '#tests/fixtures/camp.ts';
import { dump, newDatabase } from '#tests/fixtures/databases/databases.ts';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { systemClock } from '#server/lib/clock.ts';
import { sqlOf } from '../core/handles.ts';
import { openStore, type Store } from '../store.ts';

interface Server {
  readonly store: Store;
  readonly app: FastifyInstance;
  tokenOf(name: PersonName): Promise<string>;
  get(token: string, url: string): Promise<{ status: number; page: FeedPage }>;
}

let dataDir: string;
const servers: Server[] = [];

async function serve(url: string): Promise<Server> {
  const config = loadConfig({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const store = await openStore({ url, connections: 4 });
  const app = await createApp({ config, store, clock: systemClock, appDir: join(dataDir, 'no-build') });
  const server: Server = {
    store,
    app,
    tokenOf: async (name) => (await app.deps.auth.sessions.open(people[name].id)).token,
    async get(token, path) {
      const { statusCode: status, body } = await app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });
      return { status, page: JSON.parse(body) as FeedPage };
    },
  };
  servers.push(server);
  return server;
}

let url: string;
let server: Server;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'event-companion-restore-'));
  url = await newDatabase();
  server = await serve(url);
  await buildCamp(server.store, systemClock);
});
afterEach(async () => {
  for (const { app, store } of servers.splice(0)) await app.close().then(() => store.close());
  rmSync(dataDir, { recursive: true });
});

const rows = async <Row>(store: Store, text: string): Promise<Row[]> => (await sql.raw<Row>(text).execute(sqlOf(store.reading))).rows;
const versionIn = async (store: Store): Promise<number> =>
  (await rows<{ version: number }>(store, 'select version from schedule_entries'))[0]!.version;
const edit = (store: Store) => rows(store, 'update schedule_entries set version = version + 1');
const openSessions = async (store: Store): Promise<number> =>
  (await rows<{ count: number }>(store, 'select count(*) as count from sessions where revoked_at is null'))[0]!.count;

/** Expects everything that holds after a restore, whichever process detected it. */
async function expectAnotherHistory(after: Server, tokens: readonly string[], cursor: string, version: number): Promise<void> {
  for (const token of tokens) expect((await after.get(token, '/api/sync')).status).toBe(401);
  expect(await openSessions(after.store)).toBe(0);
  const { page } = await after.get(await after.tokenOf('author'), `/api/sync?cursor=${cursor}`);
  expect(page.reset).toBe(true);
  expect(await versionIn(after.store)).toBeGreaterThan(version);
}

test('a dump restored under a running server begins a new history: old cursors, sessions and versions are invalid', async () => {
  const signedOutSince = await server.tokenOf('participant');
  const signedIn = await server.tokenOf('author');
  const backup = await dump(url, dataDir);
  await rows(server.store, `update sessions set revoked_at = 1 where user_id = ${people.participant.id}`);
  await edit(server.store);
  const { page } = await server.get(signedIn, '/api/sync');
  let version = await versionIn(server.store);
  for (let again = 0; again < 2; again += 1) {
    const epoch = await server.store.history();
    await backup.restore();
    expect(await server.store.history()).not.toBe(epoch);
    await expectAnotherHistory(server, [signedOutSince, signedIn], page.cursor, version);
    // Restoring the same dump again leaps above the versions issued since.
    await edit(server.store);
    version = await versionIn(server.store);
  }
});

test('a dump restored into another database begins a new history before the first request, keeps the keys and continues ids above the old ones', async () => {
  const signedIn = await server.tokenOf('author');
  const { page } = await server.get(signedIn, '/api/sync');
  const version = await versionIn(server.store);
  const nextId = async ({ store }: Server) =>
    (await rows<{ id: number }>(store, "select nextval(pg_get_serial_sequence('users', 'id')) as id"))[0]!.id;
  const id = await nextId(server);
  const backup = await dump(url, dataDir);
  const other = await serve(await backup.restoreElsewhere());
  await expectAnotherHistory(other, [signedIn], page.cursor, version);
  expect(other.app.deps.push.publicKey).toBe(server.app.deps.push.publicKey);
  expect(await nextId(other)).toBeGreaterThan(id + 900);
  // The original database has not changed.
  expect((await server.get(signedIn, `/api/sync?cursor=${page.cursor}`)).page.reset).toBe(false);
});
