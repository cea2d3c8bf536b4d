import { afterEach, beforeEach, expect, test } from 'vitest';
import { beforeWrite } from '../fixtures/databases/before-write.ts';
import { type Browser, errorOf, openWorld, password, tokenOf, type World } from './auth-fixture.ts';

const newPassword = 'Seeufer-2026';

let world: World;
let here: Browser;
let token: string;
beforeEach(async () => {
  world = await openWorld();
  await world.person('anna@camp.example');
  here = world.browser();
  token = tokenOf(await here.login('anna@camp.example'));
});
afterEach(() => world.close());

const change = (payload: object, bearer = token) =>
  here.send('POST', '/api/users/me/password', { payload, headers: { authorization: `Bearer ${bearer}` } });

test('a new password replaces the old one, and every other session ends', async () => {
  const elsewhere = world.browser('198.51.100.2');
  const other = tokenOf(await elsewhere.login('anna@camp.example'));
  expect((await change({ oldPassword: password, newPassword })).json()).toEqual({ success: true });
  expect((await here.me(token)).statusCode).toBe(200);
  expect((await here.refresh()).statusCode).toBe(200);
  expect(errorOf(await elsewhere.me(other))).toBe('401 unauthenticated');
  expect(errorOf(await elsewhere.refresh())).toBe('401 unauthenticated');
  expect(errorOf(await world.browser().login('anna@camp.example'))).toBe('401 wrong_credentials');
  expect((await world.browser().login('anna@camp.example', newPassword)).statusCode).toBe(200);
});

test('a sign-in with the old password at the same moment opens no session', async () => {
  const elsewhere = world.browser('198.51.100.2');
  beforeWrite(world.store, async () => {
    expect((await change({ oldPassword: password, newPassword })).json()).toEqual({ success: true });
  });
  expect(errorOf(await elsewhere.login('anna@camp.example'))).toBe('401 wrong_credentials');
  expect(elsewhere.jar.has('refresh')).toBe(false);
});

test.each([
  [{ oldPassword: 'Wrong-Password-1', newPassword }, '403 wrong_password'],
  [{ oldPassword: password, newPassword: 'seeufer-2026' }, '400 weak_password'],
  [{ oldPassword: password, newPassword: 'Password1' }, '400 common_password'],
  [{ oldPassword: password, newPassword: 'Sommer2026' }, '400 common_password'],
  [{ oldPassword: password, newPassword: 'AnnaCampExample1' }, '400 common_password'],
  [{ newPassword }, '400 invalid'],
  [{ oldPassword: password, newPassword, surprise: 1 }, '400 invalid'],
])('%j is refused with %s, and the old password stays', async (payload, error) => {
  expect(errorOf(await change(payload))).toBe(error);
  expect((await world.browser().login('anna@camp.example')).statusCode).toBe(200);
});

test('a repeated change after a lost answer succeeds and ends no more sessions', async () => {
  await change({ oldPassword: password, newPassword });
  const elsewhere = world.browser('198.51.100.2');
  const since = tokenOf(await elsewhere.login('anna@camp.example', newPassword));
  expect((await change({ oldPassword: password, newPassword })).json()).toEqual({ success: true });
  expect((await elsewhere.me(since)).statusCode).toBe(200);
  expect((await world.browser().login('anna@camp.example', newPassword)).statusCode).toBe(200);
});

test('guesses by a signed-in user are limited', async () => {
  for (let guess = 0; guess < 5; guess += 1) await change({ oldPassword: `Guess-${guess}-x`, newPassword });
  expect(errorOf(await change({ oldPassword: password, newPassword }))).toBe('429 too_many_requests');
  // The limit does not block signing in (decision 38).
  for (const browser of [here, world.browser('198.51.100.2')]) expect((await browser.login('anna@camp.example')).statusCode).toBe(200);
});
