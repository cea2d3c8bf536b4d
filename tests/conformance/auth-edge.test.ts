import { afterEach, expect, test, vi } from 'vitest';
import { contractVersion } from '#contract/version.ts';
import { errorStatus } from '#contract/errors.ts';
import { errorOf, openWorld, tokenOf, type World } from './auth-fixture.ts';

let world: World;
afterEach(() => world.close());

test('every page carries the security headers, and without a build the policy allows nothing inline', async () => {
  world = await openWorld();
  for (const url of ['/', '/nowhere', '/healthz']) {
    const { headers } = await world.browser().send('GET', url);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self';script-src 'self';style-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script';trusted-types event-companion");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(self)') as string,
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
  }
});

test('an answer of the API can neither load nor run anything', async () => {
  world = await openWorld();
  for (const url of ['/api/users/me', '/api/nowhere']) {
    expect((await world.browser().send('GET', url)).headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
});

test('the page that describes the API allows nothing inline', async () => {
  world = await openWorld();
  const { statusCode, headers } = await world.browser().send('GET', '/api/docs');
  expect(statusCode).toBe(200);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
});

test('every answer has the version of the contract, and API answers are not stored', async () => {
  world = await openWorld();
  const browser = world.browser();
  for (const url of ['/api/users/me', '/api/nowhere']) {
    expect((await browser.send('GET', url)).headers).toMatchObject({
      'cache-control': 'no-store',
      'x-event-companion': String(contractVersion),
    });
  }
  expect((await browser.send('GET', '/images/logo')).headers).toMatchObject({ 'x-event-companion': String(contractVersion) });
  expect((await browser.send('GET', '/api/users/me')).headers['vary']).toContain('Authorization');
});

test('cookies on https belong to one host, and browsers are asked to stay on https', async () => {
  world = await openWorld({ PUBLIC_URL: 'https://camp.example' });
  await world.person('anna@demo.example');
  const browser = world.browser();
  const answer = await browser.login('anna@demo.example');
  expect(answer.cookies).toContainEqual(
    expect.objectContaining({ name: '__Host-refresh', secure: true, httpOnly: true, path: '/', sameSite: 'Strict' }),
  );
  expect(answer.headers['strict-transport-security']).toContain('max-age=');
  expect((await browser.refresh()).statusCode).toBe(200);
  const elsewhere = { 'sec-fetch-site': undefined, origin: 'http://localhost:80' };
  expect(errorOf(await browser.send('GET', '/api/users/refresh', { headers: elsewhere }))).toBe('403 forged_request');
  expect(
    (await browser.send('GET', '/api/users/refresh', { headers: { 'sec-fetch-site': undefined, origin: 'https://camp.example' } }))
      .statusCode,
  ).toBe(200);
});

test('a malformed access token is answered with 401 and no csrf token', async () => {
  world = await openWorld();
  for (const authorization of ['Bearer x', 'Bearer', 'Basic YTpi', '']) {
    const answer = await world.browser().send('GET', '/api/users/me', { headers: { authorization } });
    expect(errorOf(answer)).toBe('401 unauthenticated');
    expect(answer.cookies).toEqual([]);
  }
});

test('an access token of another server is rejected', async () => {
  world = await openWorld();
  await world.person('anna@demo.example');
  const token = tokenOf(await world.browser().login('anna@demo.example'));
  await world.close();
  world = await openWorld();
  await world.person('anna@demo.example');
  expect(errorOf(await world.browser().me(token))).toBe('401 unauthenticated');
});

test('malformed requests are answered with the error codes of the contract', async () => {
  world = await openWorld();
  const browser = world.browser();
  const json = { 'content-type': 'application/json' };
  const post = (payload: string) => browser.send('POST', '/api/users/login', { payload, headers: json });
  expect(errorOf(await post('{'))).toBe('400 invalid');
  expect(errorOf(await post(''))).toBe('400 invalid');
  expect(errorOf(await post('{"__proto__": {"x": 1}}'))).toBe('400 invalid');
  expect(errorOf(await post(`"${'x'.repeat(3 * 1024 * 1024)}"`))).toBe('413 too_large');
  expect(errorOf(await browser.send('GET', '/api/%E0%A4%A'))).toBe('400 invalid');
  expect(errorOf(await browser.send('GET', '/api/nowhere'))).toBe('404 not_found');
  expect(errorOf(await browser.send('POST', '/nowhere'))).toBe('404 not_found');
  const wrongMethod = await browser.send('GET', '/api/users/login');
  expect(errorOf(wrongMethod)).toBe('405 method_not_allowed');
  expect(wrongMethod.headers['allow']).toBe('POST');
});

test('an unforeseen error is a 500 without details, and a full disk a 507', async () => {
  world = await openWorld();
  await world.person('anna@demo.example');
  const token = tokenOf(await world.browser().login('anna@demo.example'));
  const failing = async (error: Error) => {
    vi.spyOn(world.app.deps.auth, 'callerOf').mockRejectedValueOnce(error);
    return world.browser().me(token);
  };
  const internal = await failing(new Error('secret detail'));
  expect(errorOf(internal)).toBe('500 internal');
  expect(internal.body).not.toContain('detail');
  expect(errorOf(await failing(Object.assign(new Error('full'), { errcode: 13 })))).toBe('507 storage_full');
  const busy = await failing(Object.assign(new Error('busy'), { errcode: 5 }));
  expect(errorOf(busy)).toBe('503 unavailable');
  expect(busy.headers['retry-after']).toBe('1');
});

test('every error code has a sentence in both languages', async () => {
  world = await openWorld();
  const { default: en } = await import('../../public/locales/en/errors.json');
  const { default: de } = await import('../../public/locales/de/errors.json');
  expect(Object.keys(en).sort()).toEqual(Object.keys(errorStatus).sort());
  expect(Object.keys(de)).toEqual(Object.keys(en));
});

test('a route without declared access stops the start', async () => {
  world = await openWorld();
  const { default: fastify } = await import('fastify');
  const { controlAccess } = await import('#server/http/hooks/access.ts');
  const app = fastify();
  controlAccess(app, world.app.deps.auth);
  app.get('/api/forgotten', async () => 'open');
  await expect(app.ready()).rejects.toThrow('Routes without access: GET /api/forgotten');
});

test('the API serves its OpenAPI 3.1 document, on a page with its own policy', async () => {
  world = await openWorld();
  const document = (await world.browser().send('GET', '/api/docs/json')).json<{ openapi: string; paths: Record<string, object> }>();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/users/login', '/api/users/tfa', '/api/users/refresh']));
  const page = await world.browser().send('GET', '/api/docs');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
});
