import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitBodies } from './body-deadline.ts';

let app: FastifyInstance;
let bodies: string[];
beforeEach(async () => {
  bodies = [];
  app = fastify();
  limitBodies(app, { every: 100, least: 10 });
  app.post('/', async ({ body }) => {
    bodies.push(String(body));
    return 'taken';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

const head = (length: number): string => `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`;

async function begin(text: string): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

test('a body that does not come ends its connection', async () => {
  const socket = await begin(`${head(100)}not all`);
  await once(socket.resume(), 'close');
  expect(bodies).toEqual([]);
});

test('one that comes slowly is waited for, however long it takes', async () => {
  const socket = await begin(head(100));
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  for (let sent = 0; sent < 100; sent += 20) {
    socket.write('x'.repeat(20));
    await new Promise((resolve) => setTimeout(resolve, 80));
  }
  await expect.poll(() => answer).toContain('taken');
  expect(bodies).toEqual(['x'.repeat(100)]);
  socket.destroy();
});
