import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { provedCalls } from '#contract/endpoints/account-proofs.ts';
import { times } from '#contract/times.ts';
import { purge } from '#server/jobs/purge.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { listSecurityRecords } from '#server/store/accounts/security-log.ts';
import { type Browser, errorOf, openWorld, password, tokenOf, type World } from './auth-fixture.ts';

const anna = 'anna@camp.example';
const other = 'anna@other.example';
const withMail = { PUBLIC_URL: 'http://camp.example', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'camp@mail.example' };

let world: World;
let here: Browser;
let bearer: { authorization: string };

async function open(settings: Record<string, string> = withMail): Promise<void> {
  world = await openWorld(settings);
  await world.person(anna);
  here = world.browser();
  await signIn(anna);
}
afterEach(() => world.close());

async function signIn(email: string): Promise<void> {
  bearer = { authorization: `Bearer ${tokenOf(await here.login(email))}` };
}

const post = (path: string, payload: object, headers: object = bearer) => here.send('POST', path, { payload, headers: { ...headers } });
const change = (email = other) => post('/api/users/me', { email });
const adopt = () => post('/api/users/me/address', { password });
const confirm = async (email = other) => {
  await world.mailed();
  return post('/api/users/verify-email', { token: world.mails.tokenFor(email) }, {});
};
const me = async () => (await here.me(bearer.authorization.slice(7))).json<{ email: string; signInEmail?: string }>();
const opens = async (email: string) => (await world.browser('198.51.100.9').login(email)).statusCode === 200;
/** Returns the kinds of the security log about addresses. */
const recorded = async (): Promise<string[]> => {
  await world.app.deps.securityLog.flush();
  const records = await listSecurityRecords(world.store.reading, { since: 0, limit: 100 });
  return [...new Set(records.map(({ kind }) => kind).filter((kind) => kind.startsWith('address_')))].toSorted();
};
/** Returns whether a link to a new password is sent to an address. */
const resetsFor = async (email: string): Promise<boolean> => {
  await post('/api/users/forgot-password', { email }, {});
  await world.mailed();
  return world.mails.to(email)?.subject === 'Your new password';
};

describe('a changed address', () => {
  beforeEach(() => open());

  test('is shown at once, and signs in only after it is confirmed and proved', async () => {
    expect((await change()).statusCode).toBe(200);
    expect(await me()).toMatchObject({ email: other });
    expect([await opens(anna), await opens(other)]).toEqual([true, false]);
    expect(await resetsFor(other)).toBe(false);
    await confirm();
    expect([await opens(anna), await opens(other)]).toEqual([true, false]);
    expect((await adopt()).json()).toEqual({ success: true, counts: true });
    expect([await opens(anna), await opens(other)]).toEqual([false, true]);
  });

  test('signs in as soon as it is confirmed, if the password was given before', async () => {
    await change();
    expect((await adopt()).json()).toEqual({ success: true, counts: false });
    await confirm();
    expect([await opens(anna), await opens(other)]).toEqual([false, true]);
    expect(await recorded()).toEqual(['address_adopted', 'address_changed']);
  });

  test('signs in without the password a day after its change, if it is confirmed', async () => {
    await change();
    await confirm();
    world.clock.time += times.day;
    await purge(world.store, world.clock);
    expect([await opens(anna), await opens(other)]).toEqual([false, true]);
  });

  test('has a line in the security log once it signs in, for whatever reason', async () => {
    const logged = vi.spyOn(world.app.log, 'info');
    const log = { info: vi.fn<(details: object, message: string) => void>() };
    const lines = (info: { mock: { calls: unknown[][] } }) =>
      info.mock.calls.filter(([details]) => (details as { event?: string }).event === 'address_adopted').length;
    await change();
    await confirm();
    await adopt();
    expect(lines(logged)).toBe(1);
    await change(anna);
    await adopt();
    await confirm(anna);
    expect(lines(logged)).toBe(2);
    await change();
    await confirm();
    world.clock.time += times.day;
    await purge(world.store, world.clock, { log });
    expect([lines(logged), lines(log.info)]).toEqual([2, 1]);
  });

  test('never signs in if it is not confirmed', async () => {
    await change();
    await adopt();
    world.clock.time += 10 * times.day;
    await purge(world.store, world.clock);
    expect([await opens(anna), await opens(other)]).toEqual([true, false]);
  });

  test('blocks the former address for others, and is dropped when it is changed back', async () => {
    await change();
    await world.person('ben@camp.example');
    const bens = { authorization: `Bearer ${tokenOf(await world.browser().login('ben@camp.example'))}` };
    for (const email of [anna, other]) expect(errorOf(await post('/api/users/me', { email }, bens))).toBe('422 email_unusable');
    await change(anna);
    expect(await opens(anna)).toBe(true);
    expect((await post('/api/users/me', { email: other }, bens)).statusCode).toBe(200);
  });

  test('opens no account to a thief of the access token', async () => {
    await change('thief@evil.example');
    await confirm('thief@evil.example');
    expect(await resetsFor('thief@evil.example')).toBe(false);
    expect(errorOf(await post('/api/users/me/address', { password: 'Guessed-Pass-1' }))).toBe('403 wrong_password');
    expect(await opens(anna)).toBe(true);
  });
});

describe('the link in the mail to the old address', () => {
  beforeEach(() => open());

  const revert = async (token: string) => post('/api/users/revert-address', { token }, {});
  const revertToken = async (): Promise<string> => {
    await world.mailed();
    return world.mails.tokenFor(anna);
  };

  test('restores it for a week, ends every session and sends a link to a new password', async () => {
    await change();
    const token = await revertToken();
    await confirm();
    world.clock.time += times.day;
    await purge(world.store, world.clock);
    await signIn(other);
    expect((await revert(token)).json()).toMatchObject({ success: true });
    expect((await revert(token)).statusCode).toBe(200);
    expect(errorOf(await here.me(bearer.authorization.slice(7)))).toBe('401 unauthenticated');
    expect([await opens(anna), await opens(other)]).toEqual([true, false]);
    await world.mailed();
    expect(world.mails.to(anna)!.subject).toBe('Your new password');
    expect(await recorded()).toEqual(['address_adopted', 'address_changed', 'address_reverted']);
  });

  test('undoes a takeover after a day: the new password, and the links mailed to the thief', async () => {
    const thief = 'thief@evil.example';
    const reset = async (token: string, newPassword: string) =>
      (await post('/api/users/reset-password', { token, newPassword }, {})).statusCode;
    const resetToken = async () => {
      expect(await resetsFor(thief)).toBe(true);
      return world.mails.tokenFor(thief);
    };
    await change(thief);
    const token = await revertToken();
    await confirm(thief);
    world.clock.time += times.day;
    await purge(world.store, world.clock);
    expect(await reset(await resetToken(), 'Of-The-Thief-2027')).toBe(200);
    // The first mail has left before the next one is requested.
    await world.mailed();
    const unused = await resetToken();
    expect((await revert(token)).statusCode).toBe(200);
    expect(await reset(unused, 'Of-The-Thief-2028')).toBe(410);
    await world.mailed();
    expect(await reset(world.mails.tokenFor(anna), password)).toBe(200);
    expect([await opens(anna), await opens(thief)]).toEqual([true, false]);
  });

  test('stays valid after a second change, and expires after a week', async () => {
    await change();
    const token = await revertToken();
    await change('third@other.example');
    world.clock.time += 7 * times.day;
    expect(errorOf(await revert(token))).toBe('410 link_over');
    world.clock.time -= 1;
    expect((await revert(token)).statusCode).toBe(200);
    await signIn(anna);
    expect(await me()).toMatchObject({ email: anna });
  });
});

test('a server without mail requires the password alone', async () => {
  await open({});
  await change();
  expect((await adopt()).json()).toEqual({ success: true, counts: true });
  expect(await opens(other)).toBe(true);
});

describe('the credentials of an account', () => {
  beforeEach(() => open());

  const opening = async () => [
    await sqlOf(world.store.reading).selectFrom('users').select(['email', 'sign_in_email', 'password_hash', 'totp_secret']).execute(),
    await sqlOf(world.store.reading).selectFrom('sessions').select(['id', 'revoked_at']).execute(),
    await sqlOf(world.store.reading).selectFrom('second_factor_setups').select('id').execute(),
  ];
  const wrong: Record<string, string> = { password: 'Guessed-Pass-1', oldPassword: 'Guessed-Pass-1', token: 'made-up', code: '000000' };

  test.each(provedCalls.map(({ opens: what, call, proof }) => ({ what, call, proof, path: call.path })))(
    '$what: $path changes nothing for a session without $proof',
    async ({ call: { method, path }, proof }) => {
      await change();
      const before = await opening();
      const fields = Object.fromEntries(proof.map((field) => [field, wrong[field]]));
      for (const payload of [{}, fields, { ...fields, newPassword: 'Seeufer-2027' }]) {
        const { statusCode } = await here.send(method as 'POST', path, { payload, headers: bearer });
        expect(statusCode).toBeGreaterThanOrEqual(400);
      }
      expect(await opening()).toEqual(before);
    },
  );
});
