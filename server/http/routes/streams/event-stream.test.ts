import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EventStream, eventStream } from './event-stream.ts';

let server: Server;
let reader: Socket;
let response: ServerResponse;
let stream: EventStream;
const failed = vi.fn<(error: Error) => void>();

beforeEach(async () => {
  failed.mockClear();
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const incoming = new Promise<ServerResponse>((resolve) => server.once('request', (_request, answer) => resolve(answer)));
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  reader.write('GET / HTTP/1.1\r\nHost: camp\r\n\r\n');
  response = await incoming;
  response.on('error', failed);
  stream = eventStream(response);
});

afterEach(() => {
  vi.useRealTimers();
  reader.destroy();
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** More than the system buffers for a reader that does not read. */
const tooMuch = `: ${'x'.repeat(32 * 1024 * 1024)}\n\n`;

test('write returns false for a reader that does not read', async () => {
  expect(stream.write(': ok\n\n')).toBe(true);
  expect(stream.write(tooMuch)).toBe(false);
  expect(stream.write(': ok\n\n')).toBe(false);
  reader.resume();
  await once(response, 'drain');
  expect(stream.write(': ok\n\n')).toBe(true);
});

test('an ended stream ignores writes and further ends', async () => {
  stream.end();
  expect(stream.write(': ok\n\n')).toBe(false);
  stream.end();
  await vi.waitFor(() => expect(response.closed).toBe(true));
  expect(stream.write(': ok\n\n')).toBe(false);
  expect(failed).not.toHaveBeenCalled();
});

test('a reader that does not receive the end is disconnected after five seconds', () => {
  stream.write(tooMuch);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stream.end();
  expect(stream.write(': ok\n\n')).toBe(false);
  vi.advanceTimersByTime(4_999);
  expect(response.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(response.destroyed).toBe(true);
  expect(failed).not.toHaveBeenCalled();
});
