import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { errorOf, openWorld, totpSecret, type World } from '#tests/conformance/auth-fixture.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { listSecurityRecords } from '#server/store/accounts/security-log.ts';
import { makeResetLink } from './make-reset-link.ts';

const newPassword = 'Seeufer-2026';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await world.person('anna@camp.example');
});
afterEach(() => world.close());

const make = (email = 'anna@camp.example', withoutSecondFactor = false) =>
  makeResetLink({ store: world.store, email, origin: 'https://camp.example', now: world.clock.now(), withoutSecondFactor });
const tokenIn = (text: string): string => /^https:\/\/camp\.example\/#\/reset-password\?token=([\w-]{22})$/m.exec(text)?.[1] ?? '';
const reset = (token: string) => world.browser().send('POST', '/api/users/reset-password', { payload: { token, newPassword } });

test('a handed-over link resets the password while the server runs', async () => {
  expect((await reset(tokenIn(await make(' Anna@camp.example ')))).statusCode).toBe(200);
  expect((await world.browser().login('anna@camp.example', newPassword)).statusCode).toBe(200);
});

test('a reset link is valid for 24 hours or until a later one is created', async () => {
  const first = tokenIn(await make());
  const second = tokenIn(await make());
  expect(errorOf(await reset(first))).toBe('410 link_over');
  world.clock.time += times.day - 1;
  expect((await reset(second)).statusCode).toBe(200);
  const third = tokenIn(await make());
  world.clock.time += times.day;
  expect(errorOf(await reset(third))).toBe('410 link_over');
});

test('a reset link keeps the second factor unless the operator removes it, and the person is notified', async () => {
  await world.person('ben@camp.example', totpSecret);
  const subjects = () => world.mails.messages.map(({ subject }) => subject);
  const login = async () => (await world.browser().login('ben@camp.example', newPassword)).json<{ mfaEnabled?: boolean }>();
  await reset(tokenIn(await make('ben@camp.example')));
  expect(await login()).toMatchObject({ mfaEnabled: true });
  const link = tokenIn(await make('ben@camp.example', true));
  await world.mailed();
  expect(subjects()).toContain('A link to turn off two-factor authentication');
  expect(await login()).toMatchObject({ mfaEnabled: true });
  await reset(link);
  await world.mailed();
  expect(await login()).toMatchObject({ success: true });
  expect(subjects()).toContain('Two-factor authentication is off');
  const audited = await sqlOf(world.store.reading).selectFrom('audit_log').select('kind').execute();
  expect(audited.map(({ kind }) => kind)).toEqual(['resetLinks.made', 'resetLinks.madeWithoutFactor']);
});

test('links and a removed second factor are recorded in the security log', async () => {
  const id = await world.person('ben@camp.example', totpSecret);
  const records = async () => {
    await world.app.deps.securityLog.flush();
    const found = await listSecurityRecords(world.store.reading, { since: 0, limit: 100 });
    return found.filter(({ userId }) => userId === id).map(({ kind, network }) => [kind, network !== null]);
  };
  await make('ben@camp.example');
  const token = tokenIn(await make('ben@camp.example', true));
  expect(await records()).toEqual([
    ['reset_link_made', false],
    ['reset_link_without_factor_made', false],
  ]);
  await reset(token);
  const ofReset = Object.fromEntries((await records()).slice(2));
  expect(ofReset).toEqual({ password_changed: true, second_factor_off: true });
});

test('an unknown address gets no reset link', async () => {
  await expect(make('nobody@camp.example')).rejects.toThrow('nobody@camp.example has no account');
});
