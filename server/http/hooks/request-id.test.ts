import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { people } from '#tests/fixtures/camp.ts';
import { openCamp, campTime } from '#tests/fixtures/databases/open-camp.ts';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { loggerOptions } from '#server/lib/log.ts';
import type { Store } from '#server/store/store.ts';

let store: Store;
let app: FastifyInstance;
let lines: Record<string, unknown>[];

async function open(settings: Record<string, string> = {}): Promise<void> {
  lines = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).split('\n').filter(Boolean)) lines.push(JSON.parse(line) as Record<string, unknown>);
      done();
    },
  });
  const logger = { ...(loggerOptions({ logLevel: 'info' }) as object), stream };
  app = await createApp({ config: loadConfig(settings), store, clock: { now: () => campTime }, appDir: 'no-build', logger });
  await app.ready();
}

beforeEach(async () => {
  store = await openCamp();
  await open();
});
afterEach(async () => {
  await app.close();
  await store.close();
});

const bearer = async () => ({ authorization: `Bearer ${(await app.deps.auth.sessions.open(people.author.id)).token}` });

test('answers contain the id of their log line, and the line of a refusal contains its code', async () => {
  for (const url of ['/healthz', '/api/post', '/api/nothing', '/api/%', '/images/logo']) {
    const { headers, statusCode } = await app.inject({ url, headers: { 'x-request-id': 'of-the-client' } });
    const id = headers['x-request-id'];
    expect(id, `id of ${url}`).toMatch(/^[\da-f-]{36}$/);
    expect(
      lines.filter(({ reqId }) => reqId === id),
      `line of ${url}`,
    ).toMatchObject([{ res: { statusCode } }]);
  }
  expect(lines.map(({ code }) => code)).toEqual([undefined, 'unauthenticated', 'not_found', 'invalid', undefined]);
});

test('the log has no line for a request about dating, neither by its route nor in a batch', async () => {
  const headers = await bearer();
  const body = { ratedParticipantId: `1-${people.orga.id}`, rating: 1 };
  const rating = { key: randomUUID(), lane: 'dating', method: 'POST', path: '/api/event/1/dating/ratings', body };
  const answers = [
    await app.inject({ url: '/api/dating/matches', headers }),
    await app.inject({ method: 'POST', url: '/api/batch', headers, payload: { calls: [rating] } }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(lines).toEqual([]);
});

test('warns once when a proxy forwards requests without TRUST_PROXY', async () => {
  const forwarded = { url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.7' } };
  await app.inject(forwarded);
  await app.inject(forwarded);
  const warnings = () => lines.filter(({ level }) => level === 40);
  expect(warnings()).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain('203.0.113.7');
  await app.close();
  await open({ TRUST_PROXY: 'loopback' });
  await app.inject(forwarded);
  expect(warnings()).toEqual([]);
});
