import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '../../../contract/errors.ts';
import { connectionChecks, limitConnections } from './connections.ts';

let app: FastifyInstance;
beforeEach(async () => {
  app = fastify({ forceCloseConnections: true, http: connectionChecks(10) });
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refusal ? error.status : 500).send(''));
  limitConnections(app, 30);
  app.get('/', () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

async function opened(text: string): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return socket;
}

test('ends a connection on which nothing is sent', async () => {
  const socket = await opened('');
  await once(socket.resume(), 'close');
  expect(socket.bytesRead).toBe(0);
});

test('ends a connection whose headers do not arrive whole', async () => {
  const socket = await opened('GET / HTTP/1.1\r\nHost: a\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('HTTP/1.1 408');
});

test.each([
  ['one host', 'Host: a\r\n', '200'],
  ['two hosts', 'Host: a\r\nHost: b\r\n', '400'],
])('answers a request with %s', async (_hosts, headers, status) => {
  const socket = await opened(`GET / HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain(`HTTP/1.1 ${status}`);
});
