import fastify, { type FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controlAccess } from '#server/http/hooks/access.ts';
import { answerErrors } from '#server/http/hooks/error-answers.ts';
import { secureHeaders } from '#server/http/hooks/security-headers.ts';
import { staticRoutes } from './static.ts';

let folder: string;
let app: FastifyInstance;

async function serve(files: Record<string, string | Buffer>) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'app', name)), { recursive: true });
    writeFileSync(join(folder, 'app', name), content);
  }
  await staticRoutes(app, { appDir: join(folder, 'app'), config: { publicUrl: new URL('https://camp.example'), sessionDays: 90 } });
}

const page = '<!doctype html><title>Event Companion</title>';
const script = 'console.info("here")';

interface Asked {
  readonly url: string;
  readonly headers?: Record<string, string>;
}

const built = {
  'index.html': page,
  'service-worker.js': script,
  'assets/index-Ab12.js': script,
  'assets/index-Ab12.js.gz': gzipSync(script),
  'locales/de/common.json': '{}',
  '.hidden': 'secret',
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-'));
  writeFileSync(join(folder, 'outside.txt'), 'secret');
  app = fastify();
  answerErrors(app);
  controlAccess(app, { callerOf: () => Promise.resolve(null) });
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test('hashed files are immutable, and other files are revalidated', async () => {
  await serve(built);
  expect((await app.inject('/assets/index-Ab12.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const url of ['/', '/index.html', '/service-worker.js', '/locales/de/common.json?v=1']) {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-cache');
    const again = await app.inject({ url, headers: { 'if-none-match': String(answer.headers['etag']) } });
    expect(again.statusCode).toBe(304);
  }
});

test('the policy of the page allows the scripts in it and no others, also after a new build below the server', async () => {
  // The hash is that of an example in CSP Level 3, section 8.3.
  const scripts = `<script data-start>alert('Hello, world.');</script><script src="/a.js"></script>`;
  const hash = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";
  secureHeaders(app, { config: { publicUrl: new URL('https://camp.example') }, clock: { now: () => 0 } });
  await serve({ ...built, 'index.html': `${page}${scripts}`, 'index.html.gz': gzipSync(`${page}${scripts}`) });
  const scriptSources = async (request: Asked): Promise<string[] | undefined> =>
    /script-src ([^;]+)/.exec(String((await app.inject(request)).headers['content-security-policy']))?.[1]?.split(' ');
  const etag = String((await app.inject('/')).headers['etag']);
  const requests: Asked[] = [
    { url: '/' },
    { url: '/', headers: { 'if-none-match': etag } },
    { url: '/index.html', headers: { 'accept-encoding': 'gzip' } },
    { url: '/unknown', headers: { accept: 'text/html' } },
  ];
  for (const request of requests) expect(await scriptSources(request)).toEqual(["'self'", hash]);
  expect(await scriptSources({ url: '/service-worker.js' })).toEqual(["'self'"]);

  const path = join(folder, 'app', 'index.html');
  writeFileSync(path, `${page}<script data-first-visit>show()\n</script>`);
  utimesSync(path, 1, 1);
  const [self, other, ...more] = (await scriptSources({ url: '/' })) ?? [];
  expect([self, other, more]).toEqual(["'self'", expect.stringMatching(/^'sha256-/), []]);
  expect(other).not.toBe(hash);
});

test('precompressed files are sent to clients that accept gzip', async () => {
  await serve(built);
  const small = await app.inject({ url: '/assets/index-Ab12.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': expect.stringContaining('javascript') as string });
  expect(gunzipSync(small.rawPayload).toString()).toBe(script);
  expect((await app.inject('/assets/index-Ab12.js')).body).toBe(script);
});

test('an unknown page gets the app, an unknown file or call gets 404', async () => {
  await serve(built);
  const html = { accept: 'text/html,application/xhtml+xml' };
  const unknown = await app.inject({ url: '/some/page', headers: html });
  expect([unknown.statusCode, unknown.body]).toEqual([200, page]);
  expect(unknown.headers['cache-control']).toBe('no-cache');
  expect((await app.inject({ url: '/assets/gone.js', headers: { accept: '*/*' } })).statusCode).toBe(404);
  expect((await app.inject({ url: '/api/gone', headers: html })).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: '/some/page', headers: html })).statusCode).toBe(404);
});

test.each(['/../outside.txt', '/..%2foutside.txt', '/assets/..%2f..%2foutside.txt', '/%2e%2e/outside.txt', '/.hidden', '//etc/passwd'])(
  '%s is refused',
  async (url) => {
    await serve(built);
    const answer = await app.inject({ url, headers: { accept: '*/*' } });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('secret');
  },
);

test('a server without a build answers with instructions', async () => {
  await serve({});
  const answer = await app.inject('/');
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain('npm start');
});

test('the page sets the mark for a session that is older than the mark, and for no other', async () => {
  await serve(built);
  const html = { accept: 'text/html' };
  const marksOf = async (url: string, cookies: Record<string, string>) =>
    (await app.inject({ url, headers: html, cookies })).cookies.map(({ name, value, httpOnly }) => [name, value, httpOnly]);
  for (const url of ['/', '/some/page']) {
    expect(await marksOf(url, { '__Host-refresh': 'secret' })).toEqual([['signed-in', '1', undefined]]);
    expect(await marksOf(url, { '__Host-refresh': 'secret', 'signed-in': '1' })).toEqual([]);
    // Signed out without network: the server has not revoked the session yet.
    expect(await marksOf(url, { '__Host-refresh': 'secret', 'signed-in': '0' })).toEqual([]);
    expect(await marksOf(url, {})).toEqual([]);
  }
});

test.each(['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
  'shared content of type %s without a service worker leads to the app, whatever its size',
  async (type) => {
    await serve(built);
    const answer = await app.inject({ method: 'POST', url: '/shared', headers: { 'content-type': type }, payload: 'x'.repeat(1_000_000) });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/#/shared/lost']);
  },
);
