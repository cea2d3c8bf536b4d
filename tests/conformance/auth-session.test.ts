import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { Browser, errorOf, openWorld, tokenOf, type World } from './auth-fixture.ts';
import { sqlOf } from '#server/store/core/handles.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await world.person('anna@demo.example');
});
afterEach(() => world.close());

/** Returns a second device of a thief, with a copy of the cookies at this moment. */
function stolenFrom(browser: Browser): Browser {
  const thief = world.browser('203.0.113.5');
  for (const [name, value] of browser.jar) thief.jar.set(name, value);
  return thief;
}

async function signedIn(): Promise<{ browser: Browser; token: string }> {
  const browser = world.browser();
  return { browser, token: tokenOf(await browser.login('anna@demo.example')) };
}

test('every refresh returns a new cookie and a token that works', async () => {
  const { browser } = await signedIn();
  const seen = new Set([browser.jar.get('refresh')]);
  for (let round = 0; round < 3; round += 1) {
    const answer = await browser.refresh();
    expect((await browser.me(tokenOf(answer))).statusCode).toBe(200);
    seen.add(browser.jar.get('refresh'));
    world.clock.time += times.minute + 1;
  }
  expect(seen.size).toBe(4);
});

test('a request without a cookie is answered with 401 and removes no cookie that another answer sets', async () => {
  const answer = await world.browser().refresh();
  expect([errorOf(answer), answer.cookies]).toEqual(['401 unauthenticated', []]);
});

test('a cookie that scripts can read is set and deleted with the refresh cookie', async () => {
  const { browser } = await signedIn();
  const marks = (answer: Awaited<ReturnType<Browser['refresh']>>) =>
    answer.cookies.filter(({ name }) => name === 'signed-in').map(({ value, httpOnly, path }) => [value, httpOnly, path]);
  expect(marks(await browser.login('anna@demo.example'))).toEqual([['1', undefined, '/']]);
  expect(marks(await browser.refresh())).toEqual([['1', undefined, '/']]);
  const copy = stolenFrom(browser);
  expect(marks(await browser.send('POST', '/api/users/logout'))).toEqual([['', undefined, '/']]);
  expect(browser.jar.has('signed-in')).toBe(false);
  expect(marks(await copy.refresh())).toEqual([['', undefined, '/']]);
});

test('the server stores only hashes of refresh secrets', async () => {
  const { browser } = await signedIn();
  await browser.refresh();
  const rows = JSON.stringify(await sqlOf(world.store.reading).selectFrom('sessions').selectAll().execute());
  expect(rows).not.toContain(browser.jar.get('refresh')!.split('.')[1]);
});

test('50 parallel refreshes return one successor', async () => {
  const { browser } = await signedIn();
  const answers = await Promise.all(Array.from({ length: 50 }, () => stolenFrom(browser).refresh()));
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(50).fill(200));
  expect(new Set(answers.map((answer) => answer.cookies[0]!.value)).size).toBe(1);
});

test('the predecessor returns the same successor at any time after a lost answer', async () => {
  const { browser, token } = await signedIn();
  const before = stolenFrom(browser);
  const successor = (await browser.refresh()).cookies[0]!.value;
  for (const step of [4 * times.second, 40 * times.second, 10 * times.minute, times.hour, 5 * times.day]) {
    // The token of the predecessor is no proof that the device has its successor.
    await before.me(token);
    world.clock.time += step;
    expect((await stolenFrom(before).refresh()).cookies[0]!.value).toBe(successor);
  }
});

test('the predecessor is accepted when the phone died before its browser wrote the cookie to disk', async () => {
  const { browser } = await signedIn();
  const disk = stolenFrom(browser);
  const token = tokenOf(await browser.refresh());
  expect((await browser.me(token)).statusCode).toBe(200);
  world.clock.time += 25 * times.second;
  expect((await browser.me(token)).statusCode).toBe(200);
  world.clock.time += 8 * times.hour;
  expect((await browser.me(tokenOf(await disk.refresh()))).statusCode).toBe(200);
});

test('the predecessor is accepted after three app starts within the grace period', async () => {
  const { browser } = await signedIn();
  const disk = stolenFrom(browser);
  for (let opened = 0; opened < 3; opened += 1) {
    expect((await browser.me(tokenOf(await browser.refresh()))).statusCode).toBe(200);
    world.clock.time += 9 * times.second;
  }
  world.clock.time += 8 * times.hour;
  expect((await disk.refresh()).statusCode).toBe(200);
  expect(disk.jar.get('refresh')).toBe(browser.jar.get('refresh'));
});

/** Returns the two answers to an ended cookie: the app repeats the request by itself after the first. */
async function foundOut(browser: Browser): Promise<string[]> {
  return [errorOf(await browser.refresh()), errorOf(await browser.refresh())];
}
const isFoundOut = ['503 unavailable', '401 unauthenticated'];

/** The successor is on the disk a minute after its arrival; an older cookie that comes twice after that was stolen. */
const inUse: [string, (browser: Browser, token: string) => Promise<unknown>][] = [
  ['a token that came with its successor', (browser, token) => browser.me(token)],
  ['its successor', (browser) => browser.refresh()],
];

test.each(inUse)('the predecessor, sent after the use of %s, revokes the session and its access tokens', async (_name, use) => {
  const { browser } = await signedIn();
  const thief = stolenFrom(browser);
  const token = tokenOf(await browser.refresh());
  world.clock.time += times.minute + 1;
  expect(await use(browser, token)).toMatchObject({ statusCode: 200 });
  await world.settled();
  expect(await foundOut(thief)).toEqual(isFoundOut);
  expect(errorOf(await browser.me(token))).toBe('401 unauthenticated');
  expect(errorOf(await browser.refresh())).toBe('401 unauthenticated');
});

test.each(inUse)('delayed requests with the predecessor end no session after the use of %s', async (_name, use) => {
  const { browser } = await signedIn();
  // Requests in a frozen process: they have the cookies of that moment, and no client receives the answer.
  const frozen = [stolenFrom(browser), stolenFrom(browser)];
  const token = tokenOf(await browser.refresh());
  world.clock.time += times.minute + 1;
  expect(await use(browser, token)).toMatchObject({ statusCode: 200 });
  await world.settled();
  for (const request of frozen) expect(errorOf(await request.refresh())).toBe('503 unavailable');
  expect((await browser.me(token)).statusCode).toBe(200);
  expect((await browser.refresh()).statusCode).toBe(200);
});

test('the notice of an ended cookie names that cookie only, and deletes none', async () => {
  const { browser } = await signedIn();
  const late = stolenFrom(browser);
  await browser.refresh();
  world.clock.time += times.minute + 1;
  await browser.refresh();
  const refused = await late.refresh();
  expect([refused.headers['retry-after'], refused.cookies.map(({ name }) => name)]).toEqual(['1', ['refresh-over']]);
  // The notice reached the device after all, in addition to its current cookie.
  browser.jar.set('refresh-over', late.jar.get('refresh-over')!);
  const older = stolenFrom(browser);
  world.clock.time += times.minute + 1;
  expect((await browser.refresh()).statusCode).toBe(200);
  world.clock.time += times.minute + 1;
  expect((await browser.refresh()).statusCode).toBe(200);
  expect(errorOf(await older.refresh())).toBe('503 unavailable');
  expect((await browser.refresh()).statusCode).toBe(200);
});

test('a made-up secret for the id of a session is rejected, and the session stays', async () => {
  const { browser } = await signedIn();
  const [sessionId] = browser.jar.get('refresh')!.split('.');
  const guesser = world.browser('198.51.100.7');
  for (const secret of ['A'.repeat(43), 'B'.repeat(43)]) {
    guesser.jar.set('refresh', `${sessionId}.${secret}`);
    for (let time = 0; time < 2; time += 1) {
      guesser.jar.set('refresh-over', createHash('sha256').update(secret).digest('base64url'));
      expect(errorOf(await guesser.refresh())).toBe('401 unauthenticated');
      guesser.jar.set('refresh', `${sessionId}.${secret}`);
    }
  }
  expect((await browser.refresh()).statusCode).toBe(200);
});

test('repeated use of the predecessor is detected, though the session is in use each time', async () => {
  const { browser } = await signedIn();
  const before = stolenFrom(browser);
  await browser.refresh();
  let thief = stolenFrom(before);
  let answer = await thief.refresh();
  let comebacks = 0;
  for (; answer.statusCode === 200 && comebacks < 100; comebacks += 1) {
    world.clock.time += 30 * times.second;
    await browser.me(tokenOf(answer));
    await world.settled();
    thief = stolenFrom(before);
    answer = await thief.refresh();
  }
  expect(comebacks).toBe(21);
  expect(errorOf(answer)).toBe('503 unavailable');
  expect(errorOf(await thief.refresh())).toBe('401 unauthenticated');
  expect(errorOf(await browser.refresh())).toBe('401 unauthenticated');
});

test('another device of the same person keeps its session after a theft', async () => {
  const { browser } = await signedIn();
  const other = await signedIn();
  const thief = stolenFrom(browser);
  await browser.refresh();
  world.clock.time += times.minute + 1;
  await browser.refresh();
  expect(await foundOut(thief)).toEqual(isFoundOut);
  expect((await other.browser.me(other.token)).statusCode).toBe(200);
  expect((await other.browser.refresh()).statusCode).toBe(200);
});

test('an access token ends after one hour', async () => {
  const { browser, token } = await signedIn();
  world.clock.time += times.hour - times.second;
  expect((await browser.me(token)).statusCode).toBe(200);
  world.clock.time += times.second;
  expect(errorOf(await browser.me(token))).toBe('401 unauthenticated');
});

test('a session ends after 60 days, however much it was used', async () => {
  const { browser } = await signedIn();
  for (let day = 0; day < 59; day += 1) {
    world.clock.time += times.day;
    expect((await browser.refresh()).statusCode).toBe(200);
  }
  world.clock.time += times.day - 10 * times.minute;
  const last = await browser.refresh();
  expect(last.json()).toMatchObject({ expiresIn: 600 });
  expect(last.cookies[0]).toMatchObject({ maxAge: 600 });
  world.clock.time += 10 * times.minute;
  expect(errorOf(await browser.refresh())).toBe('401 unauthenticated');
  expect(errorOf(await browser.me(tokenOf(last)))).toBe('401 unauthenticated');
});

test('a session ends 30 days after its last use, and each use adds 30 days', async () => {
  const { browser } = await signedIn();
  world.clock.time += 29 * times.day;
  expect((await browser.refresh()).cookies[0]).toMatchObject({ maxAge: (30 * times.day) / times.second });
  world.clock.time += 30 * times.day - 1;
  expect((await browser.refresh()).statusCode).toBe(200);
  const idle = await signedIn();
  world.clock.time += 30 * times.day;
  expect(errorOf(await idle.browser.refresh())).toBe('401 unauthenticated');
});

test('a sign-out by cookie alone ends the session at once', async () => {
  const { browser, token } = await signedIn();
  const kept = stolenFrom(browser);
  const answer = await browser.send('POST', '/api/users/logout');
  expect(answer.json()).toEqual({ success: true });
  expect(answer.headers['clear-site-data']).toBe('"cache"');
  // The cookie of a known device opens nothing (decision 38).
  expect([...browser.jar.keys()]).toEqual(['known-device']);
  expect(errorOf(await browser.me(token))).toBe('401 unauthenticated');
  expect(errorOf(await kept.refresh())).toBe('401 unauthenticated');
});

test('a sign-out by access token alone ends the session, and one without a session succeeds', async () => {
  const { token } = await signedIn();
  const authorization = `Bearer ${token}`;
  const bare = world.browser();
  expect((await bare.send('POST', '/api/users/logout', { headers: { authorization } })).json()).toEqual({ success: true });
  expect(errorOf(await bare.me(token))).toBe('401 unauthenticated');
  expect((await bare.send('POST', '/api/users/logout', { headers: { authorization } })).json()).toEqual({ success: true });
  expect((await bare.send('POST', '/api/users/logout', { headers: { 'content-type': 'application/json' } })).json()).toEqual({
    success: true,
  });
});

test.each(['', 'x', 'b1a7e6f0-0000-4000-8000-000000000001', `b1a7e6f0-0000-4000-8000-000000000001.${'A'.repeat(43)}`, 'a'.repeat(5_000)])(
  'the refresh cookie %j is rejected',
  async (value) => {
    const browser = world.browser();
    browser.jar.set('refresh', value);
    expect(errorOf(await browser.refresh())).toBe('401 unauthenticated');
    expect((await browser.send('POST', '/api/users/logout')).statusCode).toBe(200);
  },
);

test('a deleted person has no session', async () => {
  const { browser, token } = await signedIn();
  await sqlOf(world.store.reading).deleteFrom('users').execute();
  expect(errorOf(await browser.me(token))).toBe('401 unauthenticated');
  expect(errorOf(await browser.refresh())).toBe('401 unauthenticated');
});
