import { verify } from '@node-rs/argon2';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tokenAnswer } from '#contract/endpoints/core.ts';
import { errorBody } from '#contract/error-body.ts';
import { ownModules } from '../setup/own-modules.ts';
import { errorOf, password, totpSecret, type World } from './auth-fixture.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  return { ...argon2, verify: vi.fn<typeof argon2.verify>(argon2.verify) };
});

let openWorld: () => Promise<World>;
let sqlOf: (typeof import('#server/store/core/handles.ts'))['sqlOf'];

ownModules('@node-rs/argon2', async () => {
  ({ openWorld } = await import('./auth-fixture.ts'));
  ({ sqlOf } = await import('#server/store/core/handles.ts'));
});

const totp = new TOTP({ secret: totpSecret });
let world: World;
const code = (offset = 0) => totp.generate({ timestamp: world.clock.time + offset });

beforeEach(async () => {
  world = await openWorld();
  await world.person('anna@demo.example');
  await world.person('tess@demo.example', totpSecret);
});
afterEach(() => world.close());

test('the right password signs in, in whatever case the address is written', async () => {
  const answer = await world.browser().login(' Anna@Demo.example ');
  expect(answer.statusCode).toBe(200);
  expect(tokenAnswer.parse(answer.json())).toMatchObject({ success: true, userId: 1, expiresIn: 3_600 });
  expect(answer.cookies).toContainEqual(
    expect.objectContaining({ name: 'refresh', httpOnly: true, sameSite: 'Strict', path: '/api/users', maxAge: 30 * 24 * 60 * 60 }),
  );
});

test('a wrong password and an unknown account have the same answer and the same cost', async () => {
  const answers = [];
  for (const [email, secret] of [
    ['anna@demo.example', 'Wrong-1-wrong'],
    ['nobody@demo.example', password],
  ] as const) {
    vi.mocked(verify).mockClear();
    const answer = await world.browser().login(email, secret);
    answers.push({ error: errorOf(answer), body: answer.body, hashes: vi.mocked(verify).mock.calls.length });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ error: '401 wrong_credentials', hashes: 1 });
});

test('a person with a second factor receives neither token nor cookie before the code', async () => {
  const browser = world.browser();
  const first = await browser.login('tess@demo.example');
  expect(first.json()).toEqual({ success: false, mfaEnabled: true });
  expect(browser.jar.has('refresh')).toBe(false);
  const second = await browser.tfa('tess@demo.example', code());
  expect(tokenAnswer.parse(second.json())).toMatchObject({ userId: 2 });
  expect(browser.jar.has('refresh')).toBe(true);
});

test('a code is rejected without the right password', async () => {
  expect(errorOf(await world.browser().tfa('tess@demo.example', code(), 'Wrong-1-wrong'))).toBe('401 wrong_credentials');
  expect(errorOf(await world.browser().tfa('anna@demo.example', code()))).toBe('401 wrong_second_factor');
});

test('a code is accepted once, and no older one after it', async () => {
  expect((await world.browser().tfa('tess@demo.example', code())).statusCode).toBe(200);
  expect(errorOf(await world.browser().tfa('tess@demo.example', code()))).toBe('401 wrong_second_factor');
  expect(errorOf(await world.browser().tfa('tess@demo.example', code(-30_000)))).toBe('401 wrong_second_factor');
  expect((await world.browser().tfa('tess@demo.example', code(30_000))).statusCode).toBe(200);
});

test('one of five parallel sign-ins with the same code is accepted', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => world.browser(`10.0.0.${n}`).tfa('tess@demo.example', code())));
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
});

test('ten of 30 guesses at one second factor are evaluated, from however many networks', async () => {
  const guesses = Array.from({ length: 30 }, (_, n) => world.browser(`10.0.0.${n}`).tfa('tess@demo.example', '000000'));
  const answers = await Promise.all(guesses);
  expect(answers.filter((answer) => errorOf(answer) === '401 wrong_second_factor')).toHaveLength(10);
  const refused = answers.filter((answer) => answer.statusCode === 429);
  expect(refused).toHaveLength(20);
  expect(refused[0]!.headers['retry-after']).toBe('900');
  expect(errorOf(await world.browser('10.0.1.1').tfa('tess@demo.example', code()))).toBe('429 too_many_requests');
  world.clock.time += 15 * 60_000;
  expect((await world.browser('10.0.1.1').tfa('tess@demo.example', code())).statusCode).toBe(200);
});

test('60 of 70 guesses at one password are evaluated, then even the right one from a new network is refused', async () => {
  vi.mocked(verify).mockClear();
  const guess = (n: number) => world.browser(`10.0.0.${n}`).login('tess@demo.example', 'Wrong-1-wrong');
  const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => guess(n)));
  expect(verify).toHaveBeenCalledTimes(60);
  expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(10);
  expect(errorOf(await world.browser('10.0.1.1').tfa('tess@demo.example', code()))).toBe('429 too_many_requests');
});

test('guesses from two networks block neither a new device nor the second factor', async () => {
  for (const address of ['10.0.0.1', '10.0.0.2'])
    for (let n = 0; n < 6; n += 1) await world.browser(address).login('tess@demo.example', 'Wrong-1-wrong');
  const own = world.browser('192.0.2.7');
  expect((await own.login('tess@demo.example')).json()).toMatchObject({ mfaEnabled: true });
  expect((await own.tfa('tess@demo.example', code())).statusCode).toBe(200);
});

test('guesses at unknown addresses block no shared network', async () => {
  for (let n = 0; n < 10; n += 1) await world.browser('192.0.2.7').login(`nobody${n}@demo.example`, 'Wrong-1-wrong');
  const rows = await sqlOf(world.store.reading).selectFrom('attempts').select('account').execute();
  // Attempts of a network have no account.
  expect(rows.filter(({ account }) => account === null)).toEqual([]);
});

test('guesses of others block no device on which the person was signed in before', async () => {
  const own = world.browser('192.0.2.7');
  expect((await own.login('anna@demo.example')).statusCode).toBe(200);
  own.jar.delete('refresh');
  const other = world.browser('192.0.2.8');
  expect((await other.tfa('tess@demo.example', code())).statusCode).toBe(200);
  for (let network = 0; network < 60; network += 1) await world.browser(`10.0.0.${network}`).login('anna@demo.example', 'Wrong-1-wrong');
  expect(errorOf(await world.browser('192.0.2.7').login('anna@demo.example'))).toBe('429 too_many_requests');
  expect(errorOf(await other.login('anna@demo.example'))).toBe('429 too_many_requests');
  expect((await own.login('anna@demo.example')).statusCode).toBe(200);
});

test('a known device gets no more guesses than a new one', async () => {
  const own = world.browser();
  await own.login('anna@demo.example');
  vi.mocked(verify).mockClear();
  for (let n = 0; n < 9; n += 1) await own.login('anna@demo.example', 'Wrong-1-wrong');
  expect(verify).toHaveBeenCalledTimes(5);
});

test('60 people behind one address sign in, though some mistype first', async () => {
  const people = Array.from({ length: 60 }, (_, n) => `guest${n}@demo.example`);
  for (const email of people) await world.person(email);
  const answers = await Promise.all(
    people.map(async (email, n) => {
      const browser = world.browser('192.0.2.99');
      if (n % 4 === 0) await browser.login(email, 'Wrong-1-wrong');
      return browser.login(email);
    }),
  );
  expect(answers.map((answer) => answer.statusCode)).toEqual(people.map(() => 200));
});

test('an invalid body is refused with the wrong fields, in the language of the reader', async () => {
  const answer = await world.browser().send('POST', '/api/users/login', {
    payload: { email: '', password: 7, csrfToken: 'x', remember: true },
    headers: { 'accept-language': 'fr, de-AT;q=0.8, en;q=0.7' },
  });
  expect(answer.statusCode).toBe(400);
  const body = errorBody.parse(answer.json());
  expect(body.error).toBe('invalid');
  expect(body.message).toMatch(/^Hier ist etwas/);
  expect(body.issues?.map((issue) => issue.path).sort()).toEqual(['email', 'password', 'remember']);
});
