import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { openTestStore } from '#tests/fixtures/databases/test-store.ts';
import { secretOf } from '../auth/secret.ts';
import { createThrottle, wrong } from '../auth/throttle.ts';
import { firstCode } from '#server/services/events/create-event.ts';
import type { Store } from '#server/store/store.ts';
import { createTryCode, eventCodeBudget, isUnguessable } from './code-guesses.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

function setUp() {
  const clock = { now: () => 1_800_000_000_000 };
  const throttle = createThrottle({ store, clock, secret: secretOf(Buffer.alloc(32, 1)) }, { ...eventCodeBudget, address: 30 });
  const tryCode = createTryCode(throttle);
  const right = new Set(['CAMP', firstCode()]);
  const evaluated = vi.fn<() => void>();
  const look = (code: string, address = '192.0.2.7') =>
    tryCode<string>({ person: null, address, code }, async () => {
      evaluated();
      return right.has(code) ? { outcome: 'correct', value: 'open' } : wrong(new Refusal('code_unknown'));
    }).catch(({ code: why }: Refusal) => why);
  const guessAll = async () => {
    for (let guess = 0; guess < 30; guess += 1) await look(`WRONG-${guess}`);
  };
  const [short, long] = [...right] as [string, string];
  return { look, guessAll, evaluated, short, long };
}

test('30 wrong codes do not refuse a right code that nobody can guess', async () => {
  const { look, guessAll, long } = setUp();
  await guessAll();
  expect(await look(long)).toBe('open');
  expect(await look(firstCode())).toBe('too_many_requests');
});

test('a short code is refused after too many wrong ones, unless its network has used it before', async () => {
  const { look, guessAll, short } = setUp();
  await guessAll();
  expect(await look(short)).toBe('too_many_requests');
  expect(await look(short, '192.0.2.8')).toBe('open');
  for (let guess = 0; guess < 30; guess += 1) await look(`WRONG-${guess}`, '192.0.2.8');
  expect(await look('WRONG-30', '192.0.2.8')).toBe('too_many_requests');
  expect(await look(short, '192.0.2.8')).toBe('open');
});

test('the same wrong code counts once, however many people try it', async () => {
  const { look, short } = setUp();
  for (let person = 0; person < 50; person += 1) expect(await look('OLD-POSTER')).toBe('code_unknown');
  expect(await look(short)).toBe('open');
});

test('the networks of one /48 share their guesses', async () => {
  const { look, evaluated } = setUp();
  for (let guess = 0; guess < 40; guess += 1) await look(`WRONG-${guess}`, `2001:db8:7:${guess}::1`);
  expect(evaluated).toHaveBeenCalledTimes(30);
});

describe('isUnguessable', () => {
  test('accepts the first code of an event', () => {
    for (let round = 0; round < 200; round += 1) expect(isUnguessable(firstCode())).toBe(true);
  });

  test.each(['ACEF-HJKM-NPRT', 'CREW-ACEF-HJKM-NPRT', 'CREWACEF-HJKM-NPRT'])('accepts a bulk code of event admins: %s', (code) =>
    expect(isUnguessable(code)).toBe(true),
  );

  test.each(['CAMP-OPEN', 'SUMMERCAMP2026', 'HAPPY-TREES', 'summer-camp-2026', '1234567890123', 'A-VERY-LONG-CODE-OF-A-CAMP'])(
    'rejects a code that a person chose: %s',
    (code) => expect(isUnguessable(code)).toBe(false),
  );
});
