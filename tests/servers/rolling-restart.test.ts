import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { systemClock } from '#server/lib/clock.ts';
import { people as demoPeople } from '#server/demo/story/people.ts';
import { loadKeys } from '#server/ops/keys.ts';
import { createSessions } from '#server/services/auth/sessions/sessions.ts';
import { findAccount } from '#server/store/accounts/accounts.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { openStore, readMeta, type Store } from '#server/store/store.ts';
import { newDatabase } from '../fixtures/databases/databases.ts';
import { ServerProcess } from '../torture/harness/server-process.ts';
import { Proxy } from './harness/proxy.ts';

/** Much longer (s) than the proxy needs to notice that a server is not ready any more. */
const drain = 1;

let folder: string;
let url: string;
let store: Store;
let servers: [ServerProcess, ServerProcess];
let token: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-servers-'));
  url = await newDatabase();
  const settings = { DATABASE_URL: url, DATABASE_CONNECTIONS: '4', DEMO: '1', DRAIN_SECONDS: String(drain) };
  servers = [new ServerProcess(join(folder, 'one'), settings), new ServerProcess(join(folder, 'other'), settings)];
  // The database is still empty.
  await Promise.all(servers.map((server) => server.start()));
  store = await openStore({ url, connections: 2 });
  const config = loadConfig({ DATABASE_URL: url });
  const { secret } = await loadKeys(config, store);
  const sessions = createSessions({ config, store, clock: systemClock, secret });
  const { id } = (await findAccount(store.reading, 'anna@demo.example'))!;
  ({ token } = await sessions.open(id));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await store.close();
  rmSync(folder, { recursive: true });
});

const count = async (table: string): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(sqlOf(store.reading))).rows[0]!.count;
const authorization = () => ({ authorization: `Bearer ${token}` });

test('two servers that start at once on an empty database have one demo and the same keys', async () => {
  expect(await count('users')).toBe(demoPeople.length);
  expect(await readMeta(store.reading, 'picture_bound')).toBe(String(20_000 * 1024 ** 2));
  const keys = await Promise.all(
    servers.map(async ({ origin }) => (await fetch(`${origin}/api/notification/key`, { headers: authorization() })).text()),
  );
  expect(keys[0]).toContain('publicKey');
  expect(keys[1]).toBe(keys[0]);
});

test('no request fails when servers behind a readiness-checking proxy restart one by one', async () => {
  const proxy = new Proxy(() => servers.map(({ origin }) => origin));
  const origin = await proxy.start();
  let stopped = false;
  let written = 0;
  const failed: string[] = [];
  const call = async (path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}): Promise<void> => {
    const answer = await fetch(origin + path, { ...init, headers: { ...init.headers, ...authorization() } }).catch(
      (error: unknown) => error,
    );
    if (answer instanceof Response) await answer.arrayBuffer();
    if (!(answer instanceof Response && answer.ok)) failed.push(`${path} ${answer instanceof Response ? answer.status : String(answer)}`);
  };
  const write = async (): Promise<void> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    await call('/api/post', { method: 'POST', headers, body: JSON.stringify({ content: 'still there' }) });
    written += 1;
  };
  const posts = await count('posts');
  const clients = Array.from({ length: 6 }, async (_, client) => {
    while (!stopped) await (client % 2 === 0 ? call('/api/sync') : write());
  });
  for (const server of servers) {
    const before = written;
    await server.stop();
    await server.start();
    await proxy.until((ready) => ready.length === 2);
    while (written < before + 20) await pause(5);
  }
  stopped = true;
  await Promise.all(clients);
  await proxy.stop();
  expect(failed).toEqual([]);
  expect(await count('posts')).toBe(posts + written);
});

async function statusOf(outgoing: ClientRequest): Promise<number | undefined> {
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

async function refuses(origin: string): Promise<boolean> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

test('a stopping server first reports that it is not ready, then finishes open requests, and ends event streams properly', async () => {
  const [server] = servers;
  const { origin } = server;
  const body = JSON.stringify({ content: 'slowly' });
  const headers = { ...authorization(), 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const slow = request(`${origin}/api/post`, { method: 'POST', headers });
  slow.write(body.slice(0, 5));
  const [stream] = (await once(get(`${origin}/api/sync/events`, { headers: authorization() }), 'response')) as [IncomingMessage];
  stream.resume();
  const ended = once(stream, 'end');
  const readiness = () => fetch(`${origin}/readyz`);
  expect((await readiness()).status).toBe(200);
  server.requestStop();
  let answer = await readiness();
  while (answer.status === 200) answer = await readiness();
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('connection')]).toEqual([503, '1', 'close']);
  expect((await fetch(`${origin}/api/sync`, { headers: authorization() })).status).toBe(200);
  while (!(await refuses(origin))) await pause(10);
  await ended;
  slow.end(body.slice(5));
  expect(await statusOf(slow)).toBe(201);
});
