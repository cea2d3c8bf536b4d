import { expect, test } from 'vitest';
import { createCsrf, preSessionLife } from './csrf.ts';
import { secretOf } from './secret.ts';

function setUp(spentKept?: number) {
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  return { clock, csrf: createCsrf(secretOf(Buffer.alloc(32, 1)), clock, spentKept) };
}

test('a token is good for one login with its own pre-session', () => {
  const { csrf } = setUp();
  const { preSession, csrfToken } = csrf.issue();
  expect(() => csrf.spend(preSession, csrfToken)).not.toThrow();
  expect(() => csrf.spend(preSession, csrfToken)).toThrow('forged_request');
});

test('it ends with its pre-session', () => {
  const { clock, csrf } = setUp();
  const [late, last] = [csrf.issue(), csrf.issue()];
  clock.time += preSessionLife - 1;
  expect(() => csrf.spend(last.preSession, last.csrfToken)).not.toThrow();
  clock.time += 1;
  expect(() => csrf.spend(late.preSession, late.csrfToken)).toThrow('forged_request');
});

test('a pre-session cannot be made up or made to last', () => {
  const { clock, csrf } = setUp();
  const { preSession, csrfToken } = csrf.issue();
  const other = csrf.issue();
  const lasting = `${preSession.split('.')[0]}.${clock.time + 10 * preSessionLife}`;
  for (const forged of [undefined, '', 'x', other.preSession, lasting]) {
    expect(() => csrf.spend(forged, csrfToken)).toThrow('forged_request');
  }
  for (const forged of ['', 'x', other.csrfToken, `${csrfToken}x`]) {
    expect(() => csrf.spend(preSession, forged)).toThrow('forged_request');
  }
});

test('of very many that are spent the first are forgotten, and are no good for that', () => {
  const { clock, csrf } = setUp(10);
  const [first, unspent] = [csrf.issue(), csrf.issue()];
  csrf.spend(first.preSession, first.csrfToken);
  clock.time += 1;
  const second = csrf.issue();
  for (let count = 0; count < 10; count += 1) {
    const { preSession, csrfToken } = csrf.issue();
    csrf.spend(preSession, csrfToken);
  }
  // What was handed out no later than the forgotten one is not told from it; the person's page asks for another.
  for (const { preSession, csrfToken } of [first, unspent]) expect(() => csrf.spend(preSession, csrfToken)).toThrow('forged_request');
  expect(() => csrf.spend(second.preSession, second.csrfToken)).not.toThrow();
});
