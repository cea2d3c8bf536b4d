import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import { openTestStore } from '#tests/fixtures/databases/test-store.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { deleteFullAllowances } from '#server/store/accounts/allowances.ts';
import type { Store } from '#server/store/store.ts';
import { type Allowance, createAllowances, mailboxOf, mailsToMailbox, spendOnce } from './allowances.ts';
import { secretOf } from './secret.ts';
import { createAnonymousWrites } from './throttle.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

function setUp() {
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const allowances = createAllowances({ store, clock, secret: secretOf(Buffer.alloc(32, 1)), anonymousWrites: createAnonymousWrites() });
  const spend = (allowance: Allowance, of: string, more: Parameters<typeof allowances.spend>[2] = {}) =>
    allowances.spend('192.0.2.7', [{ allowance, of }], more).then(
      () => 'spent',
      ({ code, details }: Refusal) => `${code} ${details.retryAfter}`,
    );
  return { clock, allowances, spend };
}

const hourly: Allowance = { name: 'hourly', most: 3, window: times.hour };

test('an allowance is spent at once, then refills evenly', async () => {
  const { clock, spend } = setUp();
  for (let time = 0; time < 3; time += 1) expect(await spend(hourly, 'a')).toBe('spent');
  expect(await spend(hourly, 'a')).toBe('too_many_requests 1200');
  expect(await spend(hourly, 'b')).toBe('spent');
  clock.time += 20 * times.minute - 1;
  expect(await spend(hourly, 'a')).toBe('too_many_requests 1');
  clock.time += 1;
  expect(await spend(hourly, 'a')).toBe('spent');
  expect(await spend(hourly, 'a')).toBe('too_many_requests 1200');
});

test('a refusal is repeated without the database, and `empty` is called once', async () => {
  const { spend } = setUp();
  const empty = vi.fn<() => void>();
  for (let time = 0; time < 4; time += 1) await spend(hourly, 'a', { empty });
  const write = vi.spyOn(store, 'write');
  await Promise.all(Array.from({ length: 50 }, () => spend(hourly, 'a', { empty })));
  expect(write).not.toHaveBeenCalled();
  expect(empty.mock.calls).toEqual([[{ allowance: hourly, of: 'a' }]]);
});

test('nothing is spent if one of several allowances is used up, or if `alongside` fails', async () => {
  const { allowances, spend } = setUp();
  const other = { ...hourly, name: 'other' };
  for (let time = 0; time < 3; time += 1) await spend(other, 'a');
  const both = [hourly, other].map((allowance) => ({ allowance, of: 'a' }));
  await expect(allowances.spend('192.0.2.7', both)).rejects.toThrow('too_many_requests');
  const failed = allowances.spend('192.0.2.7', [{ allowance: hourly, of: 'a' }], { alongside: () => Promise.reject(new Error('disk')) });
  await expect(failed).rejects.toThrow('disk');
  for (let time = 0; time < 3; time += 1) expect(await spend(hourly, 'a')).toBe('spent');
});

test('parallel spendings together get no more than the allowance', async () => {
  const { spend } = setUp();
  const answers = await Promise.all(Array.from({ length: 20 }, () => spend(hourly, 'a')));
  expect(answers.filter((answer) => answer === 'spent')).toHaveLength(3);
});

test('the database stores neither network nor address, and no row after it is full again', async () => {
  const { clock, spend } = setUp();
  await spend(mailsToMailbox, 'anna@demo.example');
  const rows = () => sqlOf(store.reading).selectFrom('allowances').selectAll().execute();
  expect(JSON.stringify(await rows())).not.toContain('anna');
  await store.write([], (trx) => deleteFullAllowances(trx, clock.time + 4 * times.hour - 1));
  expect(await rows()).toHaveLength(1);
  await store.write([], (trx) => deleteFullAllowances(trx, clock.time + 4 * times.hour));
  expect(await rows()).toEqual([]);
});

test('a mailbox has six mails at once, and six more a day', () => {
  const sent: number[] = [];
  let fullAt: number | null = null;
  for (let minute = 0; minute < 3 * 24 * 60; minute += 1) {
    const spent = spendOnce(fullAt, mailsToMailbox, minute * times.minute);
    if ('wait' in spent) continue;
    fullAt = spent.fullAt;
    sent.push(minute);
  }
  expect(sent.filter((minute) => minute < 60)).toHaveLength(6);
  expect(sent.filter((minute) => minute >= 24 * 60 && minute < 48 * 60)).toHaveLength(6);
});

describe('mailboxOf', () => {
  test.each([
    ['Anna+1@Demo.example', 'anna@demo.example'],
    ['anna+a+b@demo.example', 'anna@demo.example'],
    ['anna@demo+x.example', 'anna@demo+x.example'],
    ['anna@demo.example', 'anna@demo.example'],
  ])('maps %s to %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
});
