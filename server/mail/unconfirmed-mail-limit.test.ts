import { expect, test, vi } from 'vitest';
import { times } from '#contract/times.ts';
import { UnconfirmedMailLimit } from './unconfirmed-mail-limit.ts';

test('the bound allows ten mails an hour per permitted account, warns once an hour and counts rejected mails', () => {
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const warn = vi.fn<() => void>();
  const limit = new UnconfirmedMailLimit({ clock, accountsPerHour: 2, log: { warn } });
  let mails = 0;
  const sent = (count: number) => Array.from({ length: count }, () => limit.allows(`mail ${(mails += 1)}`)).filter(Boolean).length;
  expect([sent(50), limit.count, warn.mock.calls.length]).toEqual([20, 30, 1]);
  clock.time += 3 * times.minute;
  expect(sent(5)).toBe(1);
  clock.time += times.hour;
  expect([sent(50), warn.mock.calls.length]).toEqual([20, 2]);
});

test('a mail is counted once, however often its transaction runs', () => {
  const limit = new UnconfirmedMailLimit({
    clock: { now: () => 1_800_000_000_000 },
    accountsPerHour: 1,
    log: { warn: () => undefined },
  });
  const mayWrite = (id: string) => new Set(Array.from({ length: 20 }, () => limit.allows(id)));
  for (let mail = 0; mail < 10; mail += 1) expect(mayWrite(`mail ${mail}`)).toEqual(new Set([true]));
  expect([mayWrite('one too many'), limit.count]).toEqual([new Set([false]), 1]);
});
