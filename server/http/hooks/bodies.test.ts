import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitBodies } from './bodies.ts';

const every = 100;
let app: FastifyInstance;
let bodies: string[];
/** The server's end of the connection. */
let there: Socket | undefined;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  bodies = [];
  there = undefined;
  app = fastify();
  limitBodies(app, { every, least: 10 });
  app.post('/', async ({ body }) => {
    bodies.push(String(body));
    return 'taken';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  app.server.on('connection', (socket: Socket) => (there = socket));
  return () => vi.useRealTimers();
});
afterEach(() => app.close());

/** Polls without timers: `vi.waitFor` would advance the clock. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await nextTurn();
}

const head = (length: number): string => `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`;

async function begin(): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  await until(() => there !== undefined);
  return socket;
}

async function send(socket: Socket, text: string): Promise<void> {
  const before = there!.bytesRead;
  socket.write(text);
  await until(() => there!.bytesRead === before + text.length);
}

test('ends the connection when its body does not arrive', async () => {
  const socket = await begin();
  await send(socket, `${head(100)}not all`);
  vi.advanceTimersByTime(every);
  await once(socket.resume(), 'close');
  expect(bodies).toEqual([]);
});

test('waits for a slow body as long as it progresses', async () => {
  const socket = await begin();
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  await send(socket, head(100));
  for (let sent = 0; sent < 100; sent += 20) {
    await send(socket, 'x'.repeat(20));
    vi.advanceTimersByTime(every);
  }
  await until(() => answer.includes('taken'));
  expect(bodies).toEqual(['x'.repeat(100)]);
  socket.destroy();
});
