import type { FastifyInstance } from 'fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SecondFactorSetup } from '#contract/endpoints/second-factor.ts';
import { times } from '#contract/times.ts';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { loadKeys } from '#server/ops/keys.ts';
import { makeResetLink } from '#server/ops/accounts/make-reset-link.ts';
import { secretIn } from '#server/services/auth/secret.ts';
import { unwrap, wrap, wrapOldSecrets } from '#server/services/auth/second-factor/wrapped-secret.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { Browser, errorOf, openWorld, password, tokenOf, totpSecret, type World } from './auth-fixture.ts';

const anna = 'anna@camp.example';
const newPassword = 'Seeufer-2026';
const [ours, theirs] = ['A'.repeat(43), 'B'.repeat(43)];

let world: World;
beforeEach(async () => void (world = await openWorld({ SERVER_SECRET: ours })));
afterEach(() => world.close());

const secret = secretIn(ours, 'SERVER_SECRET');
const codeOf = (base32: string): string => new TOTP({ secret: base32 }).generate({ timestamp: world.clock.time });
const kept = async (): Promise<(string | null)[]> =>
  (await sqlOf(world.store.reading).selectFrom('users').select('totp_secret').where('email', '=', anna).execute()).map(
    ({ totp_secret }) => totp_secret,
  );
const enter = async (browser: Browser, code: string) => {
  await browser.login(anna);
  return browser.tfa(anna, code);
};

async function turnOn(): Promise<{ setup: SecondFactorSetup; recoveryCodes: string[] }> {
  const browser = world.browser();
  const headers = { authorization: `Bearer ${tokenOf(await browser.login(anna))}` };
  const setup = (await browser.send('POST', '/api/users/me/tfa/setup', { payload: { password }, headers })).json<SecondFactorSetup>();
  const payload = { setup: setup.setup, code: codeOf(setup.secret) };
  const answer = await browser.send('POST', '/api/users/me/tfa', { payload, headers });
  world.clock.time += 30 * times.second;
  return { setup, recoveryCodes: answer.json<{ recoveryCodes: string[] }>().recoveryCodes };
}

test('a second factor, begun or on, leaves no readable secret in the database', async () => {
  await world.person(anna);
  const { setup } = await turnOn();
  const db = sqlOf(world.store.reading);
  const stored = JSON.stringify([
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('second_factor_setups').selectAll().execute(),
  ]);
  expect(stored).not.toContain(setup.secret);
  expect((await enter(world.browser(), codeOf(setup.secret))).statusCode).toBe(200);
});

test('a wrapped secret opens only for its person, with its key, and unchanged', () => {
  const wrapped = wrap(secret, 1, totpSecret);
  expect(wrap(secret, 1, totpSecret)).not.toBe(wrapped);
  expect(unwrap(secret, 1, wrapped)).toBe(totpSecret);
  const changed = wrapped.slice(0, -1) + (wrapped.endsWith('A') ? 'Q' : 'A');
  for (const attempt of [
    () => unwrap(secret, 2, wrapped),
    () => unwrap(secretIn(theirs, ''), 1, wrapped),
    () => unwrap(secret, 1, changed),
  ])
    expect(attempt).toThrow('second_factor_unreadable');
  for (const broken of ['v1.', 'v1.AAAA']) expect(() => unwrap(secret, 1, broken)).toThrow('second_factor_unreadable');
});

test('an old plain secret works, and the next start wraps it with its used codes and its begun setup', async () => {
  const id = await world.person(anna, totpSecret);
  expect((await enter(world.browser(), codeOf(totpSecret))).statusCode).toBe(200);
  await sqlOf(world.store.reading)
    .insertInto('second_factor_setups')
    .values({ user_id: id, id: '01900000-0000-4000-8000-000000000001', secret: totpSecret, begun_at: world.clock.time, confirmed_step: 1 })
    .execute();
  await wrapOldSecrets(world.store, secret);
  const [wrapped] = await kept();
  expect(wrapped).toMatch(/^v1\./);
  const setups = await sqlOf(world.store.reading).selectFrom('second_factor_setups').select('secret').execute();
  expect(setups).toEqual([{ secret: wrapped }]);
  expect(errorOf(await enter(world.browser(), codeOf(totpSecret)))).toBe('401 wrong_second_factor');
  world.clock.time += 30 * times.second;
  expect((await enter(world.browser(), codeOf(totpSecret))).statusCode).toBe(200);
  await wrapOldSecrets(world.store, secret);
  expect(await kept()).toEqual([wrapped]);
});

test('a lost server secret is reported at the code; a recovery code or a link of the operator still opens the account', async () => {
  await world.person(anna);
  const { setup, recoveryCodes } = await turnOn();
  const dataDir = mkdtempSync(join(tmpdir(), 'event-companion-'));
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', SERVER_SECRET: theirs });
  const keys = { ...(await loadKeys(config, world.store)), secret: secretIn(theirs, '') };
  const other: FastifyInstance = await createApp({
    config,
    store: world.store,
    clock: world.clock,
    keys,
    appDir: join(dataDir, 'no-build'),
  });
  const browser = () => new Browser(other);
  try {
    for (let guess = 0; guess < 12; guess += 1)
      expect(errorOf(await enter(browser(), codeOf(setup.secret)))).toBe('409 second_factor_unreadable');
    expect((await enter(browser(), recoveryCodes[0]!)).statusCode).toBe(200);
    const given = { store: world.store, email: anna, origin: 'https://camp.example', now: world.clock.now(), withoutSecondFactor: true };
    const token = /token=([\w-]+)$/m.exec(await makeResetLink(given))![1];
    expect((await browser().send('POST', '/api/users/reset-password', { payload: { token, newPassword } })).statusCode).toBe(200);
    expect((await browser().login(anna, newPassword)).json()).toMatchObject({ success: true });
  } finally {
    await other.close();
    rmSync(dataDir, { recursive: true });
  }
});
