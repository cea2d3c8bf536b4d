import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contractVersion } from '#contract/version.ts';
import { errorBody } from '#contract/error-body.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => world.close());

/** Sends raw bytes and returns everything received until the server closes the connection. */
function send(...parts: string[]): Promise<string> {
  const { port } = world.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    let answer = '';
    const [first = '', ...rest] = parts;
    const socket = connect(port, '127.0.0.1', () => socket.write(first));
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      const next = rest.shift();
      if (next !== undefined) socket.write(next);
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

const lastOf = (text: string) => {
  const [head = '', body = ''] = text.slice(text.lastIndexOf('HTTP/1.1')).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: errorBody.parse(JSON.parse(body)) };
};

const large = `GET /api/post HTTP/1.1\r\nHost: camp\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`;

test.each([
  ['garbage', ['garbage\r\n\r\n'], 400, 'invalid'],
  [
    'headers that contradict each other',
    ['POST / HTTP/1.1\r\nHost: camp\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    400,
    'invalid',
  ],
  ['headers that are too large', [large], 431, 'too_large'],
  ['the same after a request that was fine', ['GET /healthz HTTP/1.1\r\nHost: camp\r\n\r\n', large], 431, 'too_large'],
])('%s is answered with the error code of the contract and the usual headers', async (_name, parts, status, code) => {
  const answer = lastOf(await send(...parts));
  expect(answer).toMatchObject({ status, body: { error: code, message: expect.stringMatching(/\w/) as string } });
  for (const header of [
    `x-event-companion: ${contractVersion}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'content-security-policy: ',
  ]) {
    expect(answer.head).toContain(`\r\n${header}`);
  }
});

test('garbage after the beginning of a stream does not get into the stream', async () => {
  const { token } = await world.app.deps.auth.sessions.open(4);
  const text = await send(`GET /api/sync/events HTTP/1.1\r\nHost: camp\r\nAuthorization: Bearer ${token}\r\n\r\n`, 'garbage\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(text).not.toContain('invalid');
});

test('an address that cannot be decoded is answered with the usual headers', async () => {
  const { status, headers, body } = await world.call('participant', 'GET', '/api/%zz');
  expect([status, body.error]).toEqual([400, 'invalid']);
  expect(headers).toMatchObject({
    'x-event-companion': String(contractVersion),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

test('a request with two hosts is refused', async () => {
  const request = 'GET /api/site HTTP/1.1\r\nHost: camp\r\nHost: other\r\nConnection: close\r\n\r\n';
  expect(lastOf(await send(request))).toMatchObject({ status: 400, body: { error: 'invalid' } });
});

test('a path longer than any route is answered with 404, whatever it would be without its slashes', async () => {
  const status = async (slashes: number) => (await world.call(null, 'PUT', `/api/site/x${'/'.repeat(slashes)}`)).status;
  const known = async (slashes: number) => (await world.call(null, 'DELETE', `/api/site${'/'.repeat(slashes)}`)).status;
  expect([await status(3), await known(3)]).toEqual([404, 405]);
  expect([await status(3_000), await known(3_000)]).toEqual([404, 404]);
});
