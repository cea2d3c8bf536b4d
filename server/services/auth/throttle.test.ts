import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { openTestStore } from '#tests/fixtures/databases/test-store.ts';
import { secretOf } from './secret.ts';
import { type Budget, createThrottle, networkOf, signInBudget, wrong } from './throttle.ts';

const secret = secretOf(Buffer.alloc(32, 1));
let dir: string;
let stores: Store[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'event-companion-throttle-'));
  stores = [await openTestStore()];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  rmSync(dir, { recursive: true });
});

const rows = () => sqlOf(stores[0]!.reading).selectFrom('attempts').selectAll().execute();

function setUp({ kept, store = stores[0]!, ...own }: { kept?: number; store?: Store } & Partial<Budget> = {}) {
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const throttle = createThrottle({ store, clock, secret }, { ...signInBudget, ...own }, kept);
  const evaluated = vi.fn<() => void>();
  const guess = (account: string, address: string, device: string | null = null) =>
    throttle
      .attempt(
        account,
        address,
        async () => {
          evaluated();
          return wrong(new Refusal('wrong_credentials'));
        },
        { device },
      )
      .catch((error: Refusal) => error);
  const succeed = (account: string, address: string, device: string | null = null) =>
    throttle.attempt(account, address, async () => ({ outcome: 'correct', value: 'in' }), { device });
  return { clock, throttle, evaluated, guess, succeed };
}

test('evaluates 60 of 100 guesses at one account from 100 addresses', async () => {
  const { evaluated, guess } = setUp();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => guess('anna@demo.example', `10.0.0.${n}`)));
  expect(evaluated).toHaveBeenCalledTimes(60);
  expect(answers.filter((answer) => answer.code === 'too_many_requests')).toHaveLength(40);
});

test('two guessing networks leave an account two tries from every other network', async () => {
  const { evaluated, guess, succeed } = setUp();
  for (const address of ['10.0.0.1', '10.0.0.2']) for (let slip = 0; slip < 6; slip += 1) await guess('anna@demo.example', address);
  expect(evaluated).toHaveBeenCalledTimes(10);
  await guess('anna@demo.example', '10.0.0.3');
  expect(await succeed('anna@demo.example', '10.0.0.3')).toBe('in');
  for (let slip = 0; slip < 3; slip += 1) await guess('anna@demo.example', '10.0.0.4');
  expect(evaluated).toHaveBeenCalledTimes(13);
  await expect(succeed('anna@demo.example', '10.0.0.4')).rejects.toThrow('too_many_requests');
});

test('a guesser with 2,000 failures leaves everybody else in the hall two tries', async () => {
  const { evaluated, guess, succeed } = setUp({ crowd: { account: 10, address: 100, pair: 2 } });
  for (let person = 0; person < 100; person += 1) await guess(`${person}@demo.example`, '192.0.2.7');
  evaluated.mockClear();
  for (let slip = 0; slip < 3; slip += 1) await guess('tess@demo.example', '192.0.2.7');
  expect(evaluated).toHaveBeenCalledTimes(2);
  await guess('anna@demo.example', '192.0.2.7');
  expect(await succeed('anna@demo.example', '192.0.2.7')).toBe('in');
});

test('refuses again without the database for five seconds, with the true wait', async () => {
  const { clock, guess } = setUp();
  for (let slip = 0; slip < 6; slip += 1) await guess('anna@demo.example', '10.0.0.1');
  const write = vi.spyOn(stores[0]!, 'write');
  clock.time += 2 * times.second;
  const refused = await Promise.all(Array.from({ length: 50 }, () => guess('anna@demo.example', '10.0.0.1')));
  expect(new Set(refused.map(({ details }) => details.retryAfter))).toEqual(new Set([15 * 60 - 2]));
  expect(write).not.toHaveBeenCalled();
  clock.time += 3 * times.second;
  await guess('anna@demo.example', '10.0.0.1');
  expect(write).toHaveBeenCalledOnce();
});

test('evaluates attempts at an account right after its failures were cleared', async () => {
  const { throttle, guess, succeed } = setUp();
  for (let slip = 0; slip < 6; slip += 1) await guess('anna@demo.example', '10.0.0.1');
  await stores[0]!.write([], (trx) => throttle.forgive(trx, 'anna@demo.example'));
  expect(await succeed('anna@demo.example', '10.0.0.1')).toBe('in');
});

test('counts the same guess once for all accounts', async () => {
  const { throttle } = setUp({ address: 3 });
  const guess = (what: string, person: number | null = null) =>
    throttle
      .attempt(person === null ? null : `user ${person}`, '192.0.2.7', async () => wrong(new Refusal('code_unknown')), { guess: what })
      .catch(({ code }: Refusal) => code);
  for (let person = 0; person < 10; person += 1) expect(await guess('OLD-POSTER', person)).toBe('code_unknown');
  await Promise.all(Array.from({ length: 10 }, () => guess('OTHER-POSTER')));
  expect(await guess('THIRD-POSTER')).toBe('code_unknown');
  expect(await guess('FOURTH-POSTER')).toBe('too_many_requests');
});

test('runs two writes at a time for people who are not signed in, in turn by network', async () => {
  const { guess, succeed } = setUp();
  const { write } = stores[0]!;
  const order: number[] = [];
  let running = 0;
  let most = 0;
  vi.spyOn(stores[0]!, 'write').mockImplementation(async (...args) => {
    most = Math.max(most, (running += 1));
    await new Promise(setImmediate);
    const done = await write(...args);
    running -= 1;
    return done;
  });
  const crowd = Array.from({ length: 100 }, (_, n) => guess(`${n}@demo.example`, '198.51.100.1').then(() => order.push(n)));
  await succeed('anna@demo.example', '192.0.2.7');
  expect(order.length).toBeLessThan(20);
  await Promise.all(crowd);
  expect(most).toBe(2);
});

test('evaluates five attempts at an account from one address, whatever its spelling', async () => {
  const { evaluated, guess } = setUp();
  for (const account of [
    'anna@demo.example',
    ' Anna@demo.example',
    'ANNA@DEMO.EXAMPLE ',
    'anna@demo.example',
    'anna@Demo.example',
    'anna@demo.example',
  ]) {
    await guess(account, '10.0.0.1');
  }
  expect(evaluated).toHaveBeenCalledTimes(5);
});

test('accepts more simultaneous sign-ins to one account than it has failures', async () => {
  const { succeed } = setUp();
  const often = Array.from({ length: 3 * signInBudget.account }, () => succeed('anna@demo.example', '10.0.0.1'));
  expect(new Set(await Promise.all(often))).toEqual(new Set(['in']));
});

test('accepts 500 people from one address, some after a failure', async () => {
  const { guess, succeed } = setUp();
  for (let person = 0; person < 500; person += 1) {
    if (person % 3 === 0) await guess(`${person}@demo.example`, '192.0.2.7');
    expect(await succeed(`${person}@demo.example`, '192.0.2.7')).toBe('in');
  }
});

test('limits the failures of one address', async () => {
  const { evaluated, guess } = setUp({ address: 200 });
  for (let person = 0; person < 210; person += 1) await guess(`${person}@demo.example`, '192.0.2.7');
  expect(evaluated).toHaveBeenCalledTimes(200);
});

test('limits the simultaneous guesses of one address', async () => {
  const { evaluated, guess } = setUp({ address: 1_000 });
  const burst = (from: number) => Promise.all(Array.from({ length: 1_000 }, (_, n) => guess(`${from + n}@demo.example`, '192.0.2.7')));
  const answers = await burst(0);
  expect(evaluated).toHaveBeenCalledTimes(600);
  expect(answers.filter(({ code, details }) => code === 'too_many_requests' && details.retryAfter === 10)).toHaveLength(400);
  for (const from of [1_000, 2_000]) await burst(from);
  expect(evaluated).toHaveBeenCalledTimes(1_000);
});

test('accepts 500 people from one address at once while another address guesses', async () => {
  const { guess, succeed } = setUp();
  const crowd = Array.from({ length: 1_000 }, (_, n) => guess(`${n}@demo.example`, '198.51.100.1'));
  const hall = Array.from({ length: 500 }, (_, n) => succeed(`guest${n}@demo.example`, '192.0.2.7'));
  expect(await Promise.all(hall)).toEqual(Array(500).fill('in'));
  await Promise.all(crowd);
});

test('accepts a known device in a hall whose failures a stranger used up', async () => {
  const { guess, succeed } = setUp({ address: 200 });
  for (let person = 0; person < 200; person += 1) await guess(`${person}@demo.example`, '192.0.2.7');
  await expect(succeed('anna@demo.example', '192.0.2.7')).rejects.toThrow('too_many_requests');
  expect(await succeed('anna@demo.example', '192.0.2.7', 'phone')).toBe('in');
  expect((await guess('anna@demo.example', '192.0.2.7', 'phone')).code).toBe('wrong_credentials');
});

test('accepts a known device while its network has the most simultaneous attempts', async () => {
  const { guess, succeed } = setUp();
  const crowd = Array.from({ length: 700 }, (_, n) => guess(`${n}@demo.example`, '192.0.2.7'));
  expect(await succeed('anna@demo.example', '192.0.2.7', 'phone')).toBe('in');
  await Promise.all(crowd);
});

test('counts failures of a known device for that device only', async () => {
  const { evaluated, guess, succeed } = setUp();
  for (let device = 0; device < 50; device += 1) {
    for (let slip = 0; slip < 6; slip += 1) await guess(`${device}@demo.example`, '192.0.2.7', 'phone');
  }
  expect(evaluated).toHaveBeenCalledTimes(250);
  expect(await succeed('anna@demo.example', '192.0.2.7')).toBe('in');
});

test('keeps the failures of one account while failures at many others are evicted', async () => {
  const { evaluated, guess } = setUp({ kept: 300 });
  for (let round = 0; round < 10; round += 1) {
    await guess('anna@demo.example', `10.0.0.${round}`);
    await guess('anna@demo.example', `10.0.0.${round}`);
    for (let other = 0; other < 100; other += 1) await guess(`${round}-${other}@demo.example`, `10.1.${round}.${other}`);
  }
  expect(evaluated).toHaveBeenCalledTimes(20 + 1_000);
  for (let round = 10; round < 50; round += 1) await guess('anna@demo.example', `10.0.0.${round}`);
  expect(evaluated).toHaveBeenCalledTimes(60 + 1_000);
  expect((await rows()).length).toBeLessThan(320);
});

test('deletes expired failures while new ones are added', async () => {
  const { clock, guess } = setUp({ kept: 300 });
  for (let person = 0; person < 50; person += 1) await guess(`${person}@demo.example`, `10.0.0.${person}`);
  clock.time += 15 * times.minute;
  for (let person = 0; person < 2; person += 1) await guess(`${person}@demo.example`, `10.0.0.${person}`);
  expect((await rows()).length).toBeLessThanOrEqual(6);
});

test('a success clears the failures of the account at this address, not those at other addresses', async () => {
  const { evaluated, guess, succeed } = setUp();
  for (let slip = 0; slip < 4; slip += 1) await guess('anna@demo.example', '10.0.0.1');
  await succeed('anna@demo.example', '10.0.0.1');
  for (let slip = 0; slip < 60; slip += 1) await guess('anna@demo.example', `10.0.1.${slip}`);
  expect(evaluated).toHaveBeenCalledTimes(60);
});

test('the refusal contains the wait, after which an attempt is evaluated again', async () => {
  const { clock, evaluated, guess } = setUp();
  for (let slip = 0; slip < 5; slip += 1) {
    await guess('anna@demo.example', '10.0.0.1');
    clock.time += times.minute;
  }
  const refused = await guess('anna@demo.example', '10.0.0.1');
  expect(refused.details.retryAfter).toBe(10 * 60);
  clock.time += 10 * times.minute - 1;
  expect((await guess('anna@demo.example', '10.0.0.1')).code).toBe('too_many_requests');
  clock.time += 1;
  expect((await guess('anna@demo.example', '10.0.0.1')).code).toBe('wrong_credentials');
  expect(evaluated).toHaveBeenCalledTimes(6);
});

test('an evaluation that throws does not count and blocks nobody', async () => {
  const { throttle, succeed } = setUp();
  for (let time = 0; time < 6; time += 1)
    await expect(throttle.attempt('anna', '::1', () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
  expect(await succeed('anna', '::1')).toBe('in');
});

test('a success, and a password before a second factor, leave no rows', async () => {
  const { throttle, succeed } = setUp();
  await succeed('anna@demo.example', '10.0.0.1');
  await throttle.attempt('anna@demo.example', '10.0.0.1', async () => ({ outcome: 'incomplete', value: null }));
  expect(await rows()).toEqual([]);
});

test('a password before a second factor clears no failures', async () => {
  const { throttle, evaluated, guess } = setUp();
  for (let slip = 0; slip < 6; slip += 1) {
    if (slip === 4) await throttle.attempt('anna@demo.example', '10.0.0.1', async () => ({ outcome: 'incomplete', value: null }));
    await guess('anna@demo.example', '10.0.0.1');
  }
  expect(evaluated).toHaveBeenCalledTimes(5);
});

test('runs `alongside` before an evaluation, and evaluates nothing if it throws', async () => {
  const { throttle, evaluated, guess } = setUp();
  const alongside = vi.fn<() => Promise<void>>().mockRejectedValue(new Refusal('forged_request'));
  const attempt = () =>
    throttle.attempt('anna@demo.example', '10.0.0.1', async () => wrong(new Refusal('wrong_credentials')), { alongside });
  await expect(attempt()).rejects.toThrow('forged_request');
  expect(await rows()).toEqual([]);
  for (let slip = 0; slip < 5; slip += 1) await guess('anna@demo.example', '10.0.0.1');
  await expect(attempt()).rejects.toThrow('too_many_requests');
  expect([alongside, evaluated].map(({ mock }) => mock.calls.length)).toEqual([1, 5]);
});

test('a failure with `noGuess` counts for the account and not for its address', async () => {
  const { throttle, evaluated, guess } = setUp();
  const refusal = new Refusal('code_spent');
  for (let time = 0; time < 5; time += 1)
    await expect(throttle.attempt('anna@demo.example', '10.0.0.1', async () => wrong(refusal, true))).rejects.toThrow(refusal);
  expect(await rows()).toHaveLength(10);
  expect((await guess('anna@demo.example', '10.0.0.1')).code).toBe('too_many_requests');
  expect(evaluated).not.toHaveBeenCalled();
});

test('the stored attempts reveal neither account nor address nor device', async () => {
  const { guess } = setUp();
  await guess('anna@demo.example', '10.0.0.1');
  await guess('anna@demo.example', '10.0.0.1', 'phone');
  const found = JSON.stringify(await rows());
  expect(await rows()).toHaveLength(4);
  for (const word of ['anna', '10.0.0.1', 'phone']) expect(found).not.toContain(word);
});

/** Two processes on one database. */
async function setUpTwo() {
  const path = join(dir, 'shared.db');
  for (let process = 0; process < 2; process += 1) stores.unshift(await openStore({ path, lockWait: 0 }));
  return { one: setUp({ store: stores[0]! }), other: setUp({ store: stores[1]! }) };
}

test('two processes share the failures of an account when both receive guesses at once', async () => {
  const { one, other } = await setUpTwo();
  const guesses = (by: typeof one, half: number) =>
    Array.from({ length: 50 }, (_, n) => by.guess('anna@demo.example', `10.0.${half}.${n}`));
  const answers = await Promise.all([...guesses(one, 0), ...guesses(other, 1)]);
  expect(one.evaluated.mock.calls.length + other.evaluated.mock.calls.length).toBe(60);
  expect(answers.filter(({ code }) => code === 'wrong_credentials')).toHaveLength(60);
});

test('a running attempt of one process counts in the other until it succeeds', async () => {
  const { one, other } = await setUpTwo();
  for (let slip = 0; slip < 4; slip += 1) await one.guess('anna@demo.example', '10.0.0.1');
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const signIn = one.throttle.attempt('anna@demo.example', '10.0.0.1', async () => {
    begin();
    await end;
    return { outcome: 'correct', value: 'in' };
  });
  await begun;
  expect(await other.guess('anna@demo.example', '10.0.0.1')).toMatchObject({ code: 'too_many_requests', details: { retryAfter: 10 } });
  finish();
  expect(await signIn).toBe('in');
  expect((await other.guess('anna@demo.example', '10.0.0.1')).code).toBe('wrong_credentials');
});

test('a running attempt of a process that died counts for a quarter of an hour', async () => {
  const { one, other } = await setUpTwo();
  for (let slip = 0; slip < 4; slip += 1) await one.guess('anna@demo.example', '10.0.0.1');
  await new Promise<void>((begin) => {
    void one.throttle.attempt('anna@demo.example', '10.0.0.1', () => {
      begin();
      return new Promise<never>(() => undefined);
    });
  });
  other.clock.time += 15 * times.minute - 1;
  expect((await other.guess('anna@demo.example', '10.0.0.1')).code).toBe('too_many_requests');
  other.clock.time += 1;
  expect((await other.guess('anna@demo.example', '10.0.0.1')).code).toBe('wrong_credentials');
});

test('one process clears the failures of an account for the other, and of no other account', async () => {
  const { one, other } = await setUpTwo();
  for (const account of ['anna@demo.example', 'tess@demo.example'])
    for (let slip = 0; slip < 5; slip += 1) await one.guess(account, '10.0.0.1');
  for (let slip = 0; slip < 5; slip += 1) await one.guess('anna@demo.example', '10.0.0.1', 'phone');
  await stores[1]!.write([], (trx) => other.throttle.forgive(trx, ' Anna@demo.example'));
  expect(await other.succeed('anna@demo.example', '10.0.0.1')).toBe('in');
  expect(await other.succeed('anna@demo.example', '10.0.0.1', 'phone')).toBe('in');
  await expect(other.succeed('tess@demo.example', '10.0.0.1')).rejects.toThrow('too_many_requests');
});

test('an attempt with another budget name has its own failures', async () => {
  const { clock, guess } = setUp();
  for (let slip = 0; slip < 5; slip += 1) await guess('anna@demo.example', '10.0.0.1');
  const codes = createThrottle({ store: stores[0]!, clock, secret }, { ...signInBudget, name: 'codes' });
  expect(await codes.attempt('anna@demo.example', '10.0.0.1', async () => ({ outcome: 'correct', value: 'in' }))).toBe('in');
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8::6', '2001:db8:0'],
  ['::1', '0:0:0'],
])('%s belongs to the network %s', (address, network) => expect(networkOf(address)).toBe(network));
