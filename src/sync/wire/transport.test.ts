import { describe, expect, test } from 'vitest';
import { contractVersion } from '#contract/version.ts';
import { apiAnswer, quietPorts } from '#tests/fixtures/device.ts';
import { Connection } from './connection.ts';
import { errorCodeOf, LocalFailure, send, sendForLines } from './transport.ts';

const call = { method: 'GET', path: '/api/sync' } as const;

describe('the outcome is no-network for', () => {
  test.each([
    ['a failed connection', () => Promise.reject(new TypeError('failed to fetch'))],
    ['a captive portal', () => Promise.resolve(new Response('<html>Welcome to the hall</html>', { status: 200 }))],
    ['a network that requires a sign-in', () => Promise.resolve(new Response('<html>Welcome</html>', { status: 511 }))],
    ['half an answer', () => Promise.resolve(new Response('{"cur', { status: 200, headers: { 'x-event-companion': '1' } }))],
  ])('%s', async (_name, fetch) => {
    expect(await send(quietPorts({ fetch }), call)).toEqual({ kind: 'no-network' });
  });
});

test.each([500, 502, 503, 504])('a proxy that answers %s instead of the server is reported as a gateway', async (status) => {
  const fetch = () => Promise.resolve(new Response('bad gateway', { status }));
  expect(await send(quietPorts({ fetch }), call)).toEqual({ kind: 'no-network', gateway: true });
});

test('a 401 is an answer', async () => {
  const outcome = await send(quietPorts({ fetch: async () => apiAnswer(401, { error: 'unauthenticated', message: '' }) }), call);
  expect(outcome).toMatchObject({ kind: 'answer', status: 401 });
});

test('a later contract version of the server is detected, and withdrawn when the server is older again', async () => {
  const connection = new Connection();
  const hear = async (mark: number) =>
    connection.note(await send(quietPorts({ fetch: async () => apiAnswer(200, {}, { 'x-event-companion': String(mark) }) }), call));
  await hear(contractVersion);
  expect(connection.behind.get()).toBe(false);
  await hear(contractVersion + 1);
  expect(connection.behind.get()).toBe(true);
  connection.note({ kind: 'no-network' });
  expect(connection.behind.get()).toBe(true);
  // The operator has downgraded the server.
  await hear(contractVersion);
  expect(connection.behind.get()).toBe(false);
});

test('Retry-After is returned in seconds', async () => {
  const outcome = await send(
    quietPorts({ fetch: async () => apiAnswer(429, { error: 'too_many_requests', message: '' }, { 'retry-after': '7' }) }),
    call,
  );
  expect(outcome).toMatchObject({ status: 429, retryAfter: 7 });
});

describe('lines', () => {
  const stream = (...pieces: string[]) =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      }),
      { headers: { 'x-event-companion': '1' } },
    );

  test('arrive complete, however the stream was cut', async () => {
    const seen: unknown[] = [];
    const ports = quietPorts({ fetch: async () => stream('{"a":1}\n{"b', '":2}\n', '{"c":3}') });
    await sendForLines(ports, call, async (line) => void seen.push(line));
    expect(seen).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  });

  test('reject with the storage error if the device cannot store them', async () => {
    const full = new DOMException('full', 'QuotaExceededError');
    const ports = quietPorts({ fetch: async () => stream('{"a":1}\n') });
    const taken = sendForLines(ports, call, () => Promise.reject(new LocalFailure(full)));
    await expect(taken).rejects.toBe(full);
  });
});

test.each([
  ['the code of our server', { error: 'hourly_quota', message: 'Later.' }, 'hourly_quota'],
  ['internal for a foreign code', { error: 'blocked', message: 'By a proxy.' }, 'internal'],
  ['internal without a message', { error: 'hourly_quota' }, 'internal'],
  ['internal for a text', 'hourly_quota', 'internal'],
  ['internal for an empty body', undefined, 'internal'],
])('reads %s', (_case, body, code) => {
  expect(errorCodeOf({ body })).toBe(code);
});
