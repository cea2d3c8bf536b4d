import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { openSharedStores } from '#tests/fixtures/databases/test-store.ts';
import type { Store } from '#server/store/store.ts';
import { secretOf } from './secret.ts';
import { createThrottle, type Throttle, wrong } from './throttle.ts';

const clock = { now: () => Date.UTC(2026, 10, 21, 12) };
const secret = secretOf(Buffer.alloc(32, 1));
let stores: readonly Store[];
let throttles: Throttle[];

beforeEach(async () => {
  stores = await openSharedStores(2);
  throttles = stores.map((store) => createThrottle({ store, clock, secret }));
});
afterEach(() => Promise.all(stores.map((store) => store.close())));

const guess = (at: number, account: string, address: string) =>
  throttles[at]!.attempt(account, address, async () => wrong(new Refusal('wrong_credentials'))).catch(({ code }: Refusal) => code);

test('an attempt does not wait for an attempt at another account from another network', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = throttles[0]!.attempt('anna@demo.example', '10.0.0.1', async () => ({ outcome: 'correct', value: 'in' }), {
    alongside: async () => {
      begun.resolve();
      await held.promise;
    },
  });
  await begun.promise;
  expect(await guess(1, 'ben@demo.example', '10.0.0.2')).toBe('wrong_credentials');
  held.resolve();
  expect(await slow).toBe('in');
});

test('processes count attempts at one account together, from all networks', async () => {
  const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => guess(n % 2, 'anna@demo.example', `10.0.0.${n}`)));
  expect(answers.filter((code) => code === 'wrong_credentials')).toHaveLength(60);
});

test('simultaneous attempts at many accounts from many networks do not deadlock', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n % 2, `${n % 7}@demo.example`, `10.0.0.${n % 5}`)));
  expect(new Set(answers)).toEqual(new Set(['wrong_credentials']));
});
