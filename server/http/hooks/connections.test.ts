import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import { connectionChecks, limitConnections } from './connections.ts';

const wait = 30;

let app: FastifyInstance;
// The clock of silent connections is fake; Node checks by its own clock, every `checks` (ms).
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

async function listen(checks: number): Promise<void> {
  app = fastify({ forceCloseConnections: true, http: connectionChecks(checks) });
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refusal ? error.status : 500).send(''));
  limitConnections(app, wait);
  app.get('/', () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
}

async function opened(text: string): Promise<Socket> {
  const accepted = once(app.server, 'connection');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await Promise.all([once(socket, 'connect'), accepted]);
  if (text !== '') socket.write(text);
  return socket;
}

test('ends a connection on which nothing is sent', async () => {
  await listen(times.hour);
  const socket = await opened('');
  const closed = once(socket.resume(), 'close');
  await vi.advanceTimersByTimeAsync(wait);
  await closed;
  expect(socket.bytesRead).toBe(0);
});

test('ends a connection whose headers do not arrive completely', async () => {
  await listen(10);
  const socket = await opened('GET / HTTP/1.1\r\nHost: a\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('HTTP/1.1 408');
});

test.each([
  ['one host', 'Host: a\r\n', '200'],
  ['two hosts', 'Host: a\r\nHost: b\r\n', '400'],
])('answers a request with %s', async (_hosts, headers, status) => {
  await listen(times.hour);
  const socket = await opened(`GET / HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain(`HTTP/1.1 ${status}`);
});
