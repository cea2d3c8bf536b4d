import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { Browser } from '../conformance/auth-fixture.ts';
import { buildCamp, people } from '../fixtures/camp.ts';
import { newDatabase } from '../fixtures/databases/databases.ts';
import { Wire } from './harness/wire.ts';

/** A moment within the camp. */
const clock = { now: () => Date.UTC(2026, 10, 21, 12) };

let dataDir: string;
let direct: string;
let wire: Wire;
let store: Store;
let app: FastifyInstance;
let token: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'event-companion-lost-'));
  direct = await newDatabase(inject('postgres')!.template);
  const reached = await Wire.to(direct);
  wire = reached.wire;
  store = await openStore({ url: reached.url, connections: 2 });
  await buildCamp(store, clock);
  const config = loadConfig({ DATABASE_URL: reached.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  app = await createApp({ config, store, clock, appDir: join(dataDir, 'no-build') });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ token } = await app.deps.auth.sessions.open(people.admin.id));
});
afterEach(() => wire.mend());
afterAll(async () => {
  await app.close();
  await store.close();
  wire.close();
  rmSync(dataDir, { recursive: true });
});

interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly payload?: object;
  readonly headers?: Record<string, string>;
}

interface Outcome {
  readonly status: number;
  readonly retryAfter: unknown;
  readonly body: string;
}

const outcomeOf = ({ statusCode, headers, body }: Awaited<ReturnType<FastifyInstance['inject']>>): Outcome => ({
  status: statusCode,
  retryAfter: headers['retry-after'],
  body,
});
const send = async ({ headers, ...request }: Request, as: string | null = token): Promise<Outcome> =>
  outcomeOf(await app.inject({ ...request, headers: { ...headers, ...(as !== null && { authorization: `Bearer ${as}` }) } }));
const get = (url: string): Request => ({ method: 'GET', url });

/** Returns all GET requests, with an existing id for each parameter. */
const reads = (): Request[] =>
  app
    .routeTable()
    .filter(({ method, url }) => method === 'GET' && !/\*|\/events$|docs|metrics/.test(url))
    .map(({ url }) => get(url.replaceAll(/:\w+/g, '1')));

const write = (content: string): Request => ({
  method: 'POST',
  url: '/api/post',
  payload: { content },
  headers: { 'idempotency-key': randomUUID() },
});

/** Long requests repeat the same statements, so later pieces are tested in larger steps. */
const step = (pieces: number): number => (pieces < 100 ? 1 : 9);

let strangers = 0;
/** Returns an address without failed attempts. */
const newAddress = (): string => `stranger-${(strangers += 1)}@camp.example`;

test('a request that loses the database at any point is answered with 503 and a time to retry', async () => {
  const browser = new Browser(app);
  const signIn = async (payload: object) => {
    const csrfToken = await browser.csrfToken();
    return outcomeOf(await browser.send('POST', '/api/users/login', { payload: { ...payload, csrfToken } }));
  };
  const register = (email: string) =>
    browser.send('POST', '/api/users/register', { payload: { email, password: 'Seeufer-2026', eventcode: 'CAMP-OPEN' } });
  const readings: [name: string, usual: number, () => Promise<Outcome>][] = [];
  // The own data are streamed; their download breaks off instead.
  const answeredWhole = reads().filter(({ url }) => url !== '/api/users/me/data');
  for (const read of answeredWhole) readings.push([read.url, (await send(read)).status, () => send(read)]);
  const works: typeof readings = [
    ...readings,
    ['post', 201, () => send(write('a'))],
    [
      'batch',
      200,
      () =>
        send({
          method: 'POST',
          url: '/api/batch',
          payload: { calls: [{ key: randomUUID(), lane: 'k', method: 'POST', path: '/api/post', body: { content: 'b' } }] },
        }),
    ],
    ['login', 401, () => signIn({ email: newAddress(), password: 'Wrong-Word-1' })],
    ['register', 201, async () => outcomeOf(await register(newAddress()))],
    [
      'forgot-password',
      200,
      async () => outcomeOf(await browser.send('POST', '/api/users/forgot-password', { payload: { email: newAddress() } })),
    ],
  ];
  const wrong: string[] = [];
  for (const [name, usual, work] of works) {
    expect([name, (await work()).status]).toEqual([name, usual]);
    for (let pieces = 0; ; pieces += step(pieces)) {
      wire.breakAfter(pieces);
      const { status, retryAfter } = await work().catch((error: unknown) => ({ status: String(error), retryAfter: null }));
      if (wire.isWhole) break;
      if (!(status === 503 && retryAfter === '1') && status !== usual) wrong.push(`${name} after ${pieces}: ${status}, usually ${usual}`);
    }
    wire.mend();
  }
  expect(wrong).toEqual([]);
});

/** Opens an event stream; `next` resolves at the next poke. */
async function listen(): Promise<{ next(): Promise<void>; stop(): void }> {
  const stopping = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(`${app.listeningOrigin}/api/sync/events`, { headers, signal: stopping.signal });
  const pieces = body!.pipeThrough(new TextDecoderStream()).getReader();
  return {
    async next() {
      for (let text = ''; !text.includes('event: poke');) {
        const { value, done } = await pieces.read();
        if (done) throw new Error('the stream ended');
        text += value;
      }
    },
    stop: () => stopping.abort(),
  };
}

test('a lost database is answered with 503 and ends nothing; once it is back, requests work and streams are poked', async () => {
  const stream = await listen();
  wire.cut();
  // One person may have only a few requests at once.
  const answers: Outcome[] = [];
  const requests = [...reads(), write('c')];
  while (requests.length > 0) answers.push(...(await Promise.all(requests.splice(0, 8).map((one) => send(one)))));
  expect(new Set(answers.map(({ status, retryAfter }) => `${status} ${String(retryAfter)}`))).toEqual(new Set(['503 1']));
  expect((await send(get('/readyz'), null)).status).toBe(503);
  expect((await send(get('/healthz'), null)).status).toBe(200);
  const metrics = await send(get('/metrics'), null);
  expect(metrics.body).toMatch(/^event_companion_streams 1$/m);
  expect(metrics.body).not.toContain('event_companion_database_bytes');
  wire.mend();
  await stream.next();
  expect((await send(get('/readyz'), null)).status).toBe(200);
  expect((await send(write('d'))).status).toBe(201);
  await stream.next();
  stream.stop();
});

test('a silent database keeps nobody waiting for long, neither for a connection nor for a place in the queue', async () => {
  wire.cut('silent');
  const answers = await Promise.all([get('/readyz'), get('/api/sync'), get('/api/post'), get('/api/event')].map((one) => send(one)));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  wire.cut();
  wire.mend();
  expect((await send(get('/api/sync'))).status).toBe(200);
});
