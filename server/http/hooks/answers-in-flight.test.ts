import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RawSockets } from '#tests/fixtures/server/raw-sockets.ts';
import { Refusal } from '#contract/errors.ts';
import type { Caller } from '#server/lib/caller.ts';
import { answersOfSession, limitAnswers } from './answers-in-flight.ts';

let app: FastifyInstance;
const sockets = new RawSockets();
let released: PromiseWithResolvers<void>;

beforeEach(async () => {
  released = Promise.withResolvers();
  app = fastify({ forceCloseConnections: true });
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const sessionId = request.headers['x-session'] as string | undefined;
    if (sessionId !== undefined) request.caller = { sessionId } as Caller;
  });
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refusal ? error.status : 500).send(''));
  limitAnswers(app, 20);
  app.get('/waiting', async () => {
    await released.promise;
    return 'done';
  });
  app.get('/quick', () => 'done');
  app.get('/stream', { config: { staysOpen: true } }, () => 'done');
  app.get('/large', () => 'x'.repeat(50_000_000));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  sockets.destroy();
  await app.close();
});

const port = (): number => (app.server.address() as AddressInfo).port;
const status = async (path: string, session: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port()}${path}`, { headers: { 'x-session': session } })).status;

test('rejects requests of a session beyond the limit until one has ended', async () => {
  const waiting = Array.from({ length: answersOfSession }, () => status('/waiting', 'one'));
  await expect.poll(() => status('/quick', 'one')).toBe(429);
  expect(await status('/quick', 'other')).toBe(200);
  expect(await status('/stream', 'one')).toBe(200);
  released.resolve();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  await expect.poll(() => status('/quick', 'one')).toBe(200);
});

test('ends an answer whose reader receives nothing', async () => {
  const socket = await sockets.to(app);
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  const connections = (): Promise<number> => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
});

test('waits for an answer that is still being made', async () => {
  const answer = status('/waiting', 'one');
  const quick = Array.from({ length: 5 }, () => status('/quick', 'other'));
  await Promise.all(quick);
  released.resolve();
  expect(await answer).toBe(200);
});
