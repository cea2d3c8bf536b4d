import { expect, test, vi } from 'vitest';
import { Refusal } from '../../../contract/errors.ts';
import { times } from '../../../contract/times.ts';
import { createThrottle, networkOf, signInBudget, wrong } from './throttle.ts';

function setUp(keysKept?: number) {
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const throttle = createThrottle(clock, signInBudget, keysKept);
  const evaluated = vi.fn<() => void>();
  const guess = (account: string, address: string, device?: string) =>
    throttle
      .attempt(
        account,
        address,
        async () => {
          evaluated();
          return wrong(new Refusal('wrong_credentials'));
        },
        device,
      )
      .catch((error: Refusal) => error);
  const succeed = (account: string, address: string, device?: string) =>
    throttle.attempt(account, address, async () => ({ outcome: 'correct', value: 'in' }), device);
  return { clock, evaluated, guess, succeed };
}

test('100 guesses at one account from many addresses: ten are evaluated', async () => {
  const { evaluated, guess } = setUp();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => guess('anna@demo.example', `10.0.0.${n}`)));
  expect(evaluated).toHaveBeenCalledTimes(10);
  expect(answers.filter((answer) => answer.code === 'too_many_requests')).toHaveLength(90);
});

test('from one address five are evaluated, and the way to write the account makes no difference', async () => {
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

test('500 people from one address are let in, some after a slip', async () => {
  const { guess, succeed } = setUp();
  for (let person = 0; person < 500; person += 1) {
    if (person % 3 === 0) await guess(`${person}@demo.example`, '192.0.2.7');
    expect(await succeed(`${person}@demo.example`, '192.0.2.7')).toBe('in');
  }
});

test('an address that only guesses meets its ceiling', async () => {
  const { evaluated, guess } = setUp();
  for (let person = 0; person < 2_100; person += 1) await guess(`${person}@demo.example`, '192.0.2.7');
  expect(evaluated).toHaveBeenCalledTimes(2_000);
});

test('an address that sends all its guesses at once has no more of them evaluated', async () => {
  const { evaluated, guess } = setUp();
  const burst = (from: number) => Promise.all(Array.from({ length: 2_500 }, (_, n) => guess(`${from + n}@demo.example`, '192.0.2.7')));
  const answers = await burst(0);
  expect(evaluated).toHaveBeenCalledTimes(600);
  expect(answers.filter(({ code, details }) => code === 'too_many_requests' && details.retryAfter === 10)).toHaveLength(1_900);
  for (const from of [2_500, 5_000, 7_500, 10_000]) await burst(from);
  expect(evaluated).toHaveBeenCalledTimes(2_000);
});

test('500 people from one address are let in at once, whatever another address does meanwhile', async () => {
  const { guess, succeed } = setUp();
  const crowd = Array.from({ length: 1_000 }, (_, n) => guess(`${n}@demo.example`, '198.51.100.1'));
  const hall = Array.from({ length: 500 }, (_, n) => succeed(`guest${n}@demo.example`, '192.0.2.7'));
  expect(await Promise.all(hall)).toEqual(Array(500).fill('in'));
  await Promise.all(crowd);
});

test('a stranger who has used up what a hall may get wrong keeps out nobody whose device is known', async () => {
  const { guess, succeed } = setUp();
  for (let person = 0; person < 2_000; person += 1) await guess(`${person}@demo.example`, '192.0.2.7');
  await expect(succeed('anna@demo.example', '192.0.2.7')).rejects.toThrow('too_many_requests');
  expect(await succeed('anna@demo.example', '192.0.2.7', 'phone')).toBe('in');
  expect((await guess('anna@demo.example', '192.0.2.7', 'phone')).code).toBe('wrong_credentials');
});

test('one who sends as many guesses at once as are evaluated for an address keeps them out no more', async () => {
  const { guess, succeed } = setUp();
  const crowd = Array.from({ length: 1_000 }, (_, n) => guess(`${n}@demo.example`, '192.0.2.7'));
  expect(await succeed('anna@demo.example', '192.0.2.7', 'phone')).toBe('in');
  await Promise.all(crowd);
});

test('what a known device gets wrong counts for that device, and for nobody else in the hall', async () => {
  const { evaluated, guess, succeed } = setUp();
  for (let device = 0; device < 500; device += 1) {
    for (let slip = 0; slip < 6; slip += 1) await guess(`${device}@demo.example`, '192.0.2.7', 'phone');
  }
  expect(evaluated).toHaveBeenCalledTimes(2_500);
  expect(await succeed('anna@demo.example', '192.0.2.7')).toBe('in');
});

test('guesses at one account are not forgotten for failures at many others', async () => {
  const { evaluated, guess } = setUp(100);
  for (let round = 0; round < 10; round += 1) {
    await guess('anna@demo.example', `10.0.0.${round}`);
    await guess('anna@demo.example', `10.0.0.${round}`);
    for (let other = 0; other < 200; other += 1) await guess(`${round}-${other}@demo.example`, `10.1.${round}.${other}`);
  }
  expect(evaluated).toHaveBeenCalledTimes(10 + 2_000);
});

test('a success forgives the slips of this account at this address, but not those at the account', async () => {
  const { evaluated, guess, succeed } = setUp();
  for (let slip = 0; slip < 4; slip += 1) await guess('anna@demo.example', '10.0.0.1');
  await succeed('anna@demo.example', '10.0.0.1');
  for (let slip = 0; slip < 10; slip += 1) await guess('anna@demo.example', `10.0.1.${slip}`);
  expect(evaluated).toHaveBeenCalledTimes(10);
});

test('the refusal says how long to wait, and after that it is evaluated again', async () => {
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

test('an evaluation that breaks counts as nothing and blocks nobody', async () => {
  const { succeed } = setUp();
  const throttle = createThrottle({ now: () => 0 });
  await expect(throttle.attempt('anna', '::1', () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
  expect(await succeed('anna', '::1')).toBe('in');
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to the network %s', (address, network) => expect(networkOf(address)).toBe(network));
