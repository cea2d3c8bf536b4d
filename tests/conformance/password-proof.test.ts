import { TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { type Browser, errorOf, openWorld, password, tokenOf, totpSecret, type World } from './auth-fixture.ts';

const anna = 'anna@camp.example';

let world: World;
let annaId: number;
let ben: number;
let browser: Browser;
let headers: Record<string, string>;

async function open(settings: Record<string, string> = {}): Promise<void> {
  world = await openWorld({ ACCESS_TOKEN_MINUTES: '600', ...settings });
  annaId = await world.person(anna);
  ben = await world.person('ben@camp.example');
  await sqlOf(world.store.reading).updateTable('users').set({ role: 'admin' }).where('id', '=', annaId).execute();
  browser = world.browser();
  headers = { authorization: `Bearer ${tokenOf(await browser.login(anna))}` };
}
beforeEach(() => open());
afterEach(() => world.close());

const link = async (as = headers) => {
  const answer = await browser.send('POST', `/api/admin/users/${ben}/reset-link`, { headers: as });
  return answer.statusCode === 200 ? 'done' : errorOf(answer);
};
const prove = (secret: string) => browser.send('POST', '/api/users/me/proof', { payload: { password: secret }, headers });
const asksForProof = '403 proof_required';

test('a session may send sensitive commands for a quarter of an hour after sign-in, and again after a proof', async () => {
  world.clock.time += times.proofLife - 1;
  expect(await link()).toBe('done');
  world.clock.time += 1;
  expect(await link()).toBe(asksForProof);
  expect(errorOf(await prove('Guessed-Pass-1'))).toBe('403 wrong_password');
  expect(await link()).toBe(asksForProof);
  expect((await prove(password)).json()).toEqual({ success: true });
  expect(await link()).toBe('done');
  world.clock.time += times.proofLife;
  expect(await link()).toBe(asksForProof);
});

test('a proof counts for its own session only', async () => {
  const other = { authorization: `Bearer ${tokenOf(await world.browser().login(anna))}` };
  world.clock.time += times.proofLife;
  await prove(password);
  expect(await link()).toBe('done');
  expect(await link(other)).toBe(asksForProof);
});

test('a refreshed token proves nothing', async () => {
  world.clock.time += times.proofLife;
  const refreshed = { authorization: `Bearer ${tokenOf(await browser.refresh())}` };
  expect(await link(refreshed)).toBe(asksForProof);
});

test('guesses of the password by a session are limited', async () => {
  for (let guess = 0; guess < 5; guess += 1) await prove(`Guessed-Pass-${guess}`);
  expect(errorOf(await prove(password))).toBe('429 too_many_requests');
});

test('a demoted admin is rejected before a proof is required', async () => {
  await sqlOf(world.store.reading).updateTable('users').set({ role: 'user' }).where('id', '=', annaId).execute();
  world.clock.time += times.proofLife;
  expect(await link()).toBe('403 forbidden');
});

test('an admin cannot turn off a required second factor, and a demoted one can', async () => {
  await world.close();
  await open({ ADMIN_SECOND_FACTOR: 'required' });
  const db = sqlOf(world.store.reading);
  await db.updateTable('users').set({ totp_secret: totpSecret }).where('id', '=', annaId).execute();
  const payload = { password, code: new TOTP({ secret: totpSecret }).generate({ timestamp: world.clock.time }) };
  const turnOff = () => browser.send('POST', '/api/users/me/tfa/off', { payload, headers });
  expect(errorOf(await turnOff())).toBe('403 second_factor_kept');
  await db.updateTable('users').set({ role: 'user' }).where('id', '=', annaId).execute();
  expect((await turnOff()).statusCode).toBe(200);
});
