import { TOTP, URI } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FeedPage } from '#contract/endpoints/core.ts';
import { times } from '#contract/times.ts';
import type { SecondFactorSetup } from '#contract/endpoints/second-factor.ts';
import { purge } from '#server/jobs/purge.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { type Browser, errorOf, openWorld, password, tokenOf, type World } from './auth-fixture.ts';

const anna = 'anna@camp.example';

let world: World;
let here: Person;
beforeEach(async () => {
  world = await openWorld();
  await world.person(anna);
  await world.person('ben@camp.example');
  here = await signIn(anna);
});
afterEach(() => world.close());

interface Person {
  readonly browser: Browser;
  readonly token: string;
}

async function signIn(email: string, address?: string): Promise<Person> {
  const browser = world.browser(address);
  return { browser, token: tokenOf(await browser.login(email)) };
}

const authorised = ({ token }: Person) => ({ authorization: `Bearer ${token}` });
const call = (who: Person, path: string, payload: object) =>
  who.browser.send('POST', `/api/users/me/tfa${path}`, { payload, headers: authorised(who) });
const read = (who: Person, url: string) => who.browser.send('GET', url, { headers: authorised(who) });

/** Returns the code of a secret now, or a number of steps later. */
const codeOf = ({ secret }: Pick<SecondFactorSetup, 'secret'>, later = 0): string =>
  new TOTP({ secret }).generate({ timestamp: world.clock.time + later * 30 * times.second });
const pass = (steps: number): void => void (world.clock.time += steps * 30 * times.second);
const codesIn = (answer: Awaited<ReturnType<typeof call>>) => answer.json<{ recoveryCodes: string[] }>().recoveryCodes;

const begin = async (who = here): Promise<SecondFactorSetup> => (await call(who, '/setup', { password })).json<SecondFactorSetup>();
const turnOn = (setup: SecondFactorSetup, code = codeOf(setup), who = here) => call(who, '', { setup: setup.setup, code });
const turnOff = (code: string, secret = password) => call(here, '/off', { password: secret, code });
const renew = (code: string, secret = password) => call(here, '/recovery-codes', { password: secret, code });

/** Turns the factor on and waits until the first code has expired. */
async function turnedOn(): Promise<{ setup: SecondFactorSetup; recoveryCodes: string[] }> {
  const setup = await begin();
  const recoveryCodes = codesIn(await turnOn(setup));
  pass(1);
  return { setup, recoveryCodes };
}

/** Signs in on a new device with this second step. */
const enter = async (code: string): Promise<string> => {
  const browser = world.browser();
  expect((await browser.login(anna)).json()).toEqual({ success: false, mfaEnabled: true });
  const answer = await browser.tfa(anna, code);
  return answer.statusCode === 200 ? 'in' : errorOf(answer);
};
const needsCode = async (): Promise<boolean> => 'mfaEnabled' in (await world.browser().login(anna)).json<object>();
const wrongCode = '401 wrong_second_factor';

/** Returns the state of the factor in the feed of a device. */
async function factorState(who = here): Promise<unknown> {
  const { changes } = (await read(who, '/api/sync')).json<FeedPage>();
  const row = changes.findLast(({ resource, row }) => resource === 'me' && row)?.row;
  return row && [row['secondFactor'], row['recoveryCodesLeft']];
}

test('turning it on and off notifies the person by mail', async () => {
  const { recoveryCodes } = await turnedOn();
  await world.mailed();
  expect((await turnOff(recoveryCodes[0]!)).statusCode).toBe(200);
  await world.mailed();
  expect(world.mails.messages.map(({ subject }) => subject)).toEqual([
    'Two-factor authentication is on',
    'Two-factor authentication is off',
  ]);
});

test('wrong codes notify the person once when they use up the attempts', async () => {
  await turnedOn();
  await world.mailed();
  const browser = world.browser('198.51.100.7');
  for (let guess = 0; guess < 4; guess += 1) await browser.tfa(anna, '000000');
  await world.mailed();
  expect(world.mails.messages).toHaveLength(1);
  for (let guess = 0; guess < 3; guess += 1) await browser.tfa(anna, '000000');
  await world.mailed();
  expect(world.mails.messages.slice(1).map(({ subject }) => subject)).toEqual(['Wrong codes for your account']);
  // The first mail has left, so that another one would not replace it.
  await browser.tfa(anna, '000000');
  await world.mailed();
  expect(world.mails.messages).toHaveLength(2);
});

describe('wrong guesses in a session of the person', () => {
  const guesses: [string, () => Promise<unknown>][] = [
    ['at the code that turns it off', () => turnOff('000000')],
    ['at the code that renews recovery codes', () => renew('000000')],
    ['at the password before it is turned off', () => turnOff('000000', 'Wrong-Password-1')],
    ['at the password before an app is set up', () => call(here, '/setup', { password: 'Wrong-Password-1' })],
    [
      'at the password before a new one',
      () =>
        here.browser.send('POST', '/api/users/me/password', {
          payload: { oldPassword: 'Wrong-Password-1', newPassword: 'Waldrand-2029' },
          headers: authorised(here),
        }),
    ],
  ];
  test.each(guesses)('%s are notified by mail once they use up their attempts', async (_what, guess) => {
    await turnedOn();
    await world.mailed();
    for (let guesses = 0; guesses < 5; guesses += 1) await guess();
    await world.mailed();
    expect(world.mails.messages).toHaveLength(1);
    for (let guesses = 0; guesses < 2; guesses += 1) await guess();
    await world.mailed();
    expect(world.mails.messages.slice(1).map(({ subject }) => subject)).toEqual(['Wrong entries on one of your devices']);
    // The first mail has left, so that another one would not replace it.
    await guess();
    await world.mailed();
    expect(world.mails.messages).toHaveLength(2);
  });
});

describe('turning the second factor on', () => {
  test('requires password and code; then sign-in needs a code, sessions stay, and other devices are updated', async () => {
    const tablet = await signIn(anna);
    const setup = await begin();
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(URI.parse(setup.uri)).toMatchObject({ issuer: 'Event Companion', label: anna, algorithm: 'SHA1', digits: 6, period: 30 });
    expect((URI.parse(setup.uri) as TOTP).secret.base32).toBe(setup.secret);
    expect(await needsCode()).toBe(false);
    const recoveryCodes = codesIn(await turnOn(setup));
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await factorState(tablet)).toEqual([true, 10]);
    for (const { browser, token } of [here, tablet]) {
      expect((await browser.me(token)).json()).toMatchObject({ secondFactor: true, recoveryCodesLeft: 10 });
    }
    // The code that turned it on is used up.
    expect(await enter(codeOf(setup))).toBe(wrongCode);
    expect(await enter(codeOf(setup, 1))).toBe('in');
  });

  test('fails without the password or with a wrong code', async () => {
    expect(errorOf(await call(here, '/setup', { password: 'Wrong-Password-1' }))).toBe('403 wrong_password');
    const setup = await begin();
    for (const code of ['000000', codeOf(setup, 5), '', 'ABCD-EFGH-JKMN-PQRS']) expect(errorOf(await turnOn(setup, code))).toBe(wrongCode);
    expect(await needsCode()).toBe(false);
    expect((await turnOn(setup)).statusCode).toBe(200);
  });

  test('is possible for a quarter of an hour after it was begun', async () => {
    const [late, early] = [await begin(), await begin(await signIn('ben@camp.example'))];
    world.clock.time += 15 * times.minute - 1;
    expect((await turnOn(early, codeOf(early), await signIn('ben@camp.example'))).statusCode).toBe(200);
    world.clock.time += 1;
    expect(errorOf(await turnOn(late))).toBe('410 setup_over');
    expect(await needsCode()).toBe(false);
  });

  test('leaves a setup that is purged after that time', async () => {
    const rows = () => sqlOf(world.store.reading).selectFrom('second_factor_setups').selectAll().execute();
    await begin();
    await purge(world.store, world.clock);
    expect(await rows()).toHaveLength(1);
    world.clock.time += 15 * times.minute + 1;
    await purge(world.store, world.clock);
    expect(await rows()).toEqual([]);
  });

  test('uses the later setup when it was begun on two devices', async () => {
    const tablet = await signIn(anna);
    const [first, second] = [await begin(), await begin(tablet)];
    expect(errorOf(await turnOn(first))).toBe('410 setup_over');
    expect((await turnOn(second, codeOf(second), tablet)).statusCode).toBe(200);
    expect(errorOf(await call(here, '/setup', { password }))).toBe('409 second_factor_on');
    expect(errorOf(await turnOn(first))).toBe('410 setup_over');
  });

  test('uses the setup of the same person only', async () => {
    const setup = await begin();
    const ben = await signIn('ben@camp.example');
    expect(errorOf(await turnOn(setup, codeOf(setup), ben))).toBe('410 setup_over');
    const own = await begin(ben);
    expect(errorOf(await turnOn({ ...own, setup: setup.setup }, codeOf(setup), ben))).toBe('410 setup_over');
    expect(await factorState(ben)).not.toEqual([true, 10]);
  });

  test('returns other recovery codes when repeated after a lost answer, with the same or a later code', async () => {
    const setup = await begin();
    const lost = codesIn(await turnOn(setup));
    const [again] = [codesIn(await turnOn(setup))];
    pass(3);
    const later = codesIn(await turnOn(setup));
    expect(errorOf(await turnOn(setup, codeOf(setup, -1)))).toBe(wrongCode);
    for (const void_ of [lost, again]) expect(await enter(void_[0]!)).toBe(wrongCode);
    expect(await enter(later[0]!)).toBe('in');
    expect(await factorState()).toEqual([true, 9]);
  });
});

describe('a recovery code', () => {
  test('replaces the one-time code, once, in any case and with or without dashes', async () => {
    const { recoveryCodes } = await turnedOn();
    const [first, second] = recoveryCodes as [string, string];
    expect(await enter(first)).toBe('in');
    expect(await factorState()).toEqual([true, 9]);
    expect(await enter(first)).toBe(wrongCode);
    expect(await enter(` ${second.toLowerCase().replaceAll('-', '')} `)).toBe('in');
    expect(await factorState()).toEqual([true, 8]);
  });

  test('is accepted once when several requests race', async () => {
    const { recoveryCodes } = await turnedOn();
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => world.browser(`10.0.0.${n}`).tfa(anna, recoveryCodes[0]!)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('requires the password, and belongs to one person', async () => {
    const { recoveryCodes } = await turnedOn();
    expect(errorOf(await world.browser().tfa(anna, recoveryCodes[0]!, 'Wrong-Password-1'))).toBe('401 wrong_credentials');
    expect(errorOf(await world.browser().tfa('ben@camp.example', recoveryCodes[0]!))).toBe(wrongCode);
    expect(await enter(recoveryCodes[0]!)).toBe('in');
  });

  test('counts as a guess like a one-time code if wrong, and is never blocked if right', async () => {
    const { setup, recoveryCodes } = await turnedOn();
    const elsewhere = () => world.browser('203.0.113.9');
    for (let guess = 0; guess < 4; guess += 1) await elsewhere().tfa(anna, `AAAA-BBBB-CCCC-DD0${guess}`);
    expect(errorOf(await elsewhere().tfa(anna, '000000'))).toBe(wrongCode);
    expect(errorOf(await elsewhere().tfa(anna, 'AAAA-BBBB-CCCC-DD09'))).toBe('429 too_many_requests');
    expect(errorOf(await elsewhere().tfa(anna, codeOf(setup)))).toBe('429 too_many_requests');
    expect((await elsewhere().tfa(anna, recoveryCodes[0]!)).statusCode).toBe(200);
  });
});

describe('turning the second factor off', () => {
  test('requires password and code; then the password is enough, and all its data is deleted', async () => {
    const { setup, recoveryCodes } = await turnedOn();
    expect(errorOf(await turnOff(codeOf(setup), 'Wrong-Password-1'))).toBe('403 wrong_password');
    expect(errorOf(await turnOff('000000'))).toBe(wrongCode);
    expect(await needsCode()).toBe(true);
    expect((await turnOff(codeOf(setup))).json()).toEqual({ success: true });
    expect(await factorState()).toEqual([false, 0]);
    expect(await needsCode()).toBe(false);
    for (const code of [codeOf(setup, 1), recoveryCodes[0]!]) expect(errorOf(await world.browser().tfa(anna, code))).toBe(wrongCode);
    // Repeated, because the first answer was lost.
    expect((await turnOff(codeOf(setup))).json()).toEqual({ success: true });
    // On again, with another secret.
    const again = await begin();
    expect(again.secret).not.toBe(setup.secret);
    expect((await turnOn(again)).statusCode).toBe(200);
    expect(await enter(recoveryCodes[0]!)).toBe(wrongCode);
  });

  test('accepts a recovery code, once', async () => {
    const { recoveryCodes } = await turnedOn();
    expect(await enter(recoveryCodes[0]!)).toBe('in');
    expect(errorOf(await turnOff(recoveryCodes[0]!))).toBe(wrongCode);
    expect((await turnOff(recoveryCodes[1]!)).statusCode).toBe(200);
  });

  test('works for a secret that was there from the start', async () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    await sqlOf(world.store.reading).updateTable('users').set({ totp_secret: secret }).where('email', '=', anna).execute();
    expect((await here.browser.me(here.token)).json()).toMatchObject({ secondFactor: true, recoveryCodesLeft: 0 });
    expect(codesIn(await renew(codeOf({ secret })))).toHaveLength(10);
    expect((await turnOff(codeOf({ secret }, 1))).statusCode).toBe(200);
  });

  test('has few guesses per session, however often the password is proved in between', async () => {
    const { setup } = await turnedOn();
    for (let guess = 0; guess < 5; guess += 1) {
      expect(errorOf(await turnOff(`00000${guess}`))).toBe(wrongCode);
      await call(here, '/setup', { password });
      await here.browser.send('POST', '/api/users/me/password', {
        payload: { oldPassword: password, newPassword: password },
        headers: authorised(here),
      });
    }
    expect(errorOf(await turnOff(codeOf(setup)))).toBe('429 too_many_requests');
    expect(errorOf(await renew(codeOf(setup)))).toBe('429 too_many_requests');
    // The limit does not block signing in (decision 38).
    expect(await enter(codeOf(setup))).toBe('in');
  });
});

describe('new recovery codes', () => {
  test('replace the old ones, after password and one-time code', async () => {
    const { setup, recoveryCodes } = await turnedOn();
    expect(errorOf(await renew(codeOf(setup), 'Wrong-Password-1'))).toBe('403 wrong_password');
    expect(errorOf(await renew(recoveryCodes[0]!))).toBe(wrongCode);
    expect(await enter(recoveryCodes[0]!)).toBe('in');
    const renewed = codesIn(await renew(codeOf(setup)));
    expect(await factorState()).toEqual([true, 10]);
    expect(await enter(recoveryCodes[1]!)).toBe(wrongCode);
    expect(await enter(renewed[0]!)).toBe('in');
    // By now the code that turned it on is not required again.
    expect(errorOf(await turnOn(setup, codeOf(setup, 1)))).toBe('410 setup_over');
    expect(await enter(renewed[1]!)).toBe('in');
  });

  test('are returned once when two requests race with one one-time code', async () => {
    const { setup } = await turnedOn();
    const answers = await Promise.all([renew(codeOf(setup)), turnOff(codeOf(setup))]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 401]);
    expect(await needsCode()).toBe(true);
  });

  test('do not exist while the factor is off', async () => {
    expect(errorOf(await renew('000000'))).toBe('409 second_factor_off');
  });
});

test('secrets and codes are in no other answer, and codes are stored only as hashes', async () => {
  const ben = await signIn('ben@camp.example');
  const pending = await begin(ben);
  const { setup, recoveryCodes } = await turnedOn();
  const secrets = [setup.secret, pending.secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))];
  const answers = [
    ...(await Promise.all(
      ['/api/users/me', '/api/users/me/data', '/api/sync', '/api/users/sessions'].flatMap((url) => [read(here, url), read(ben, url)]),
    )),
    await call(here, '/setup', { password }),
    await turnOff('000000'),
    await world.browser().tfa(anna, '000000'),
    await world.browser().send('GET', '/metrics'),
  ];
  for (const secret of secrets) for (const { body } of answers) expect(body).not.toContain(secret);
  expect((await read(here, '/api/users/me/data')).json()).toMatchObject({ recovery_codes: recoveryCodes.map(() => ({})) });
  const stored = JSON.stringify(await sqlOf(world.store.reading).selectFrom('recovery_codes').selectAll().execute());
  for (const code of recoveryCodes) expect(stored).not.toContain(code);
});
