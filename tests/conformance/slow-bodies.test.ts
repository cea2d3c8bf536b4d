import { once } from 'node:events';
import type { Socket } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import { mostBytes } from '#server/images/upload-room.ts';
import { people, type PersonName } from '../fixtures/camp.ts';
import { RawSockets } from '../fixtures/server/raw-sockets.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
const sockets = new RawSockets();
beforeEach(async () => {
  world = await openWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  sockets.destroy();
  return world.close();
});

/** Begins to send a photo of `length` bytes, of which `bytes` arrive. */
async function begin(who: PersonName, length: number, bytes = 1_000, type = 'application/json'): Promise<Socket> {
  const { token } = await world.app.deps.auth.sessions.open(people[who].id);
  const socket = await sockets.to(world.app);
  const head = ['POST /api/photo/ HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`, `Content-Type: ${type}`];
  socket.write([...head, `Content-Length: ${length}`, '', 'x'.repeat(bytes)].join('\r\n'));
  return socket;
}

const piece = (who: PersonName, bytes: number) =>
  world.call(who, 'POST', `/api/uploads/${uuidv7()}?offset=0`, {
    body: Buffer.alloc(bytes),
    headers: { 'content-type': 'application/octet-stream' },
  });

test('slow large uploads of a few people keep nobody else from sending', async () => {
  const known = vi.spyOn(world.app.deps.auth, 'callerOf');
  const slow = ['orga', 'participant', 'stranger'] as const;
  const most = limits.pictureBodyBytes;
  for (const who of slow) for (const length of [most, most, most]) await begin(who, length);
  await begin('orga', mostBytes - 9 * most);
  await vi.waitFor(() => expect(known.mock.settledResults.filter(({ type }) => type === 'fulfilled')).toHaveLength(10));
  expect(await piece('author', 500_000)).toMatchObject({ status: 200, body: { received: 500_000 } });
  expect(await world.call('author', 'POST', '/api/users/me', { body: { name: 'Anna' } })).toMatchObject({ status: 200 });
});

test('without free room the body of the largest holder is refused, and another one is accepted', async () => {
  const { room } = world.app.deps.uploads;
  const others = Array.from({ length: 10 }, (_, index) => room.enter({ userId: 100 + index }, Math.floor((mostBytes - 1_000_000) / 10)));
  const receive = room.receive.bind(room);
  let here = 0;
  vi.spyOn(room, 'receive').mockImplementationOnce((...body) => {
    const coming = receive(...body);
    const count = (bytes: number): void => {
      here += bytes;
      coming.count(bytes);
    };
    return { ...coming, count };
  });
  const socket = await begin('orga', limits.pictureBodyBytes, 900_000);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  const closed = once(socket, 'close');
  await vi.waitFor(() => expect(here).toBe(900_000));
  expect(await piece('author', 500_000)).toMatchObject({ status: 200 });
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: 2.*"unavailable"/s);
  for (const leave of others) leave();
  expect(await piece('orga', 900_000)).toMatchObject({ status: 200 });
});

test('an unread body of an unsupported type does not block the next request', async () => {
  const socket = await begin('author', 500_000, 500_000, 'text/plain');
  let answers = '';
  socket.on('data', (chunk) => (answers += String(chunk)));
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitFor(() => expect(answers).toMatch(/^HTTP\/1\.1 415 .*HTTP\/1\.1 200 /s));
});
