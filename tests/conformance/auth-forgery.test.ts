import { afterEach, beforeEach, expect, test } from 'vitest';
import { errorOf, openWorld, password, type World } from './auth-fixture.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await world.person('anna@demo.example');
});
afterEach(() => world.close());

/** The headers that a browser sends when another page makes the request; `localhost:80` is the host of these tests. */
const foreign: Record<string, Record<string, string | undefined>> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'another site without Fetch Metadata': { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
  'a neighbouring subdomain': { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:80' },
  'a typed address': { 'sec-fetch-site': 'none' },
  'a sandboxed frame': { 'sec-fetch-site': 'cross-site', origin: 'null' },
  'a sandboxed frame in an old browser': { 'sec-fetch-site': undefined, origin: 'null' },
  'another port': { 'sec-fetch-site': undefined, origin: 'http://localhost:81' },
  'another scheme': { 'sec-fetch-site': undefined, origin: 'https://localhost:80' },
  'a host that begins like ours': { 'sec-fetch-site': undefined, origin: 'http://localhost:80.evil.example' },
  'a claim that contradicts itself': { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  'a made-up site': { 'sec-fetch-site': 'same-origin, cross-site' },
  'an empty origin': { 'sec-fetch-site': undefined, origin: '' },
};

test.each(Object.entries(foreign))('a request from %s is refused', async (_, headers) => {
  const browser = world.browser();
  await browser.login('anna@demo.example');
  const cookie = browser.jar.get('refresh');

  const csrfToken = await browser.csrfToken();
  const login = await browser.send('POST', '/api/users/login', { payload: { email: 'anna@demo.example', password, csrfToken }, headers });
  const tfa = await browser.send('POST', '/api/users/tfa', {
    payload: { username: 'anna@demo.example', password, token: '000000' },
    headers,
  });
  const refresh = await browser.send('GET', '/api/users/refresh', { headers });
  const logout = await browser.send('POST', '/api/users/logout', { headers });

  expect([login, tfa, refresh, logout].map(errorOf)).toEqual(Array(4).fill('403 forged_request'));
  expect(browser.jar.get('refresh')).toBe(cookie);
  expect((await browser.refresh()).statusCode).toBe(200);
});

test('a refresh without browser headers is refused; a matching Origin alone is accepted', async () => {
  const browser = world.browser();
  await browser.login('anna@demo.example');
  const silent = await browser.send('GET', '/api/users/refresh', { headers: { 'sec-fetch-site': undefined } });
  expect(errorOf(silent)).toBe('403 forged_request');
  const named = await browser.send('GET', '/api/users/refresh', {
    headers: { 'sec-fetch-site': undefined, origin: 'http://localhost:80' },
  });
  expect(named.statusCode).toBe(200);
});

test('a sign-in needs the csrf token of its own pre-session, once', async () => {
  const login = (browser: ReturnType<World['browser']>, csrfToken: string) =>
    browser.send('POST', '/api/users/login', { payload: { email: 'anna@demo.example', password, csrfToken } });

  const [mine, theirs] = [world.browser(), world.browser()];
  const [myToken, theirToken] = [await mine.csrfToken(), await theirs.csrfToken()];
  const preSession = mine.jar.get('pre-session')!;

  expect(errorOf(await login(world.browser(), myToken))).toBe('403 forged_request');
  expect(errorOf(await login(mine, theirToken))).toBe('403 forged_request');
  expect(errorOf(await login(mine, ''))).toBe('403 forged_request');
  expect(errorOf(await login(mine, `${myToken}x`))).toBe('403 forged_request');
  expect((await login(mine, myToken)).statusCode).toBe(200);
  expect(mine.jar.has('pre-session')).toBe(false);
  mine.jar.set('pre-session', preSession);
  expect(errorOf(await login(mine, myToken))).toBe('403 forged_request');

  world.clock.time += 30 * 60_000;
  expect(errorOf(await login(theirs, theirToken))).toBe('403 forged_request');
});

test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
  'the content type %s, which forms of other pages can send, is refused',
  async (contentType) => {
    const browser = world.browser();
    const payload = JSON.stringify({ email: 'anna@demo.example', password, csrfToken: await browser.csrfToken() });
    const answer = await browser.send('POST', '/api/users/login', { payload, headers: { 'content-type': contentType } });
    expect(errorOf(answer)).toBe('415 unsupported_media_type');
  },
);
