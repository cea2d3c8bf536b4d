import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { openTestStore } from '#tests/fixtures/databases/test-store.ts';
import { sqlOf } from '../store/core/handles.ts';
import type { Store } from '../store/store.ts';
import { ConfirmedTime } from './confirmed-time.ts';

const start = Date.UTC(2026, 10, 21);
let store: Store;
let now: number;
let uptime: number;
let warnings: number;

beforeEach(async () => {
  store = await openTestStore();
  [now, uptime, warnings] = [start, 0, 0];
});
afterEach(() => store.close());

const newProcess = () =>
  new ConfirmedTime({ store, clock: { now: () => now }, uptime: () => uptime, log: { warn: () => void (warnings += 1) } });

const pass = (span: number) => {
  now += span;
  uptime += span;
};

test('confirms the time of a new database, and of a server that was off for less than a day', async () => {
  expect(await newProcess().confirm()).toBe(start);
  now += times.day;
  expect(await newProcess().confirm()).toBe(start + times.day);
  expect(warnings).toBe(0);
});

test('confirms a time far ahead only after the clock has run steadily for some hours', async () => {
  await newProcess().confirm();
  now += 60 * times.day;
  const process = newProcess();
  expect(await process.confirm()).toBeNull();
  pass(times.hour);
  expect(await process.confirm()).toBeNull();
  pass(5 * times.hour);
  expect(await process.confirm()).toBe(now);
  expect(warnings).toBe(2);
  expect(await newProcess().confirm()).toBe(now);
});

test('confirms nothing while the clock leaps again, and at once when it is set right', async () => {
  await newProcess().confirm();
  const process = newProcess();
  now += 60 * times.day;
  expect(await process.confirm()).toBeNull();
  pass(6 * times.hour);
  now += 2 * times.day;
  expect(await process.confirm()).toBeNull();
  now -= 62 * times.day;
  expect(await process.confirm()).toBe(now);
});

test('uses the last purge if an older version stored no confirmed time', async () => {
  await sqlOf(store.reading).insertInto('turns').values({ name: 'purge', holder: null, held_until: 0, done_at: start }).execute();
  now += 60 * times.day;
  expect(await newProcess().confirm()).toBeNull();
});
