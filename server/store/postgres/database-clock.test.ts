import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { endListening, openSharedStores } from '#tests/fixtures/databases/test-store.ts';
import { sqlOf } from '../core/handles.ts';
import type { Store } from '../store.ts';
import { DatabaseClock } from './database-clock.ts';

describe('the clock of a shared database', () => {
  const noon = Date.UTC(2026, 10, 21, 12);
  const ticks = { time: 0, now: () => ticks.time };
  let clock: DatabaseClock;
  beforeEach(() => {
    ticks.time = 5;
    clock = new DatabaseClock(ticks);
  });
  /** Measures when the database returns `time`, `there` ms after the request and `back` ms before the answer. */
  const measure = (time: number, there = 0, back = 0) =>
    clock.measure(async () => {
      ticks.time += there + back;
      return time;
    });

  test('adds the elapsed time to the answer, at first taken from the middle of the round trip', async () => {
    await measure(noon, 10, 10);
    expect(clock.now()).toBe(noon + 10);
    ticks.time += 7.9;
    expect(clock.now()).toBe(noon + 17);
  });

  test('throws before the first answer', () => {
    expect(() => clock.now()).toThrow('not measured');
  });

  test('corrects itself by the smallest amount that fits a new answer', async () => {
    await measure(noon, 10, 10);
    // The current value is within the round trip, so it is kept although its middle is likelier.
    await measure(noon + 25, 10, 10);
    expect(clock.now()).toBe(noon + 30);
    await measure(noon + 60, 10, 10);
    expect(clock.now()).toBe(noon + 60);
    // An immediate answer leaves no range.
    await measure(noon + 100);
    expect(clock.now()).toBe(noon + 100);
    await measure(noon + times.hour);
    expect(clock.now()).toBe(noon + times.hour);
  });

  test('pauses if it was slightly ahead, and is set back if it was far ahead', async () => {
    await measure(noon);
    expect(clock.now()).toBe(noon);
    await measure(noon - 500);
    expect(clock.now()).toBe(noon);
    ticks.time += 501;
    expect(clock.now()).toBe(noon + 1);
    await measure(noon - times.hour);
    expect(clock.now()).toBe(noon - times.hour);
  });
});

describe('two processes whose machines differ by two hours', () => {
  const off = [-times.hour, times.hour];
  let stores: Store[];
  beforeEach(async () => {
    off[0] = -times.hour;
    stores = await openSharedStores(
      2,
      off.map((_, index) => ({ ticks: { now: () => Date.now() + off[index]! } })),
    );
  });
  afterEach(() => Promise.all(stores.map((store) => store.close())));

  async function distance({ clock, reading }: Store): Promise<number> {
    const query = sql<{ now: number }>`select extract(epoch from clock_timestamp()) * 1000 as now`;
    return Math.abs((await query.execute(sqlOf(reading))).rows[0]!.now - clock.now());
  }

  test('have the time of the database from the start', async () => {
    for (const store of stores) expect(await distance(store)).toBeLessThan(times.minute);
  });

  test('measure the time again, at the latest with a new connection', async () => {
    off[0] = 0;
    const [store] = stores as [Store];
    expect(await distance(store)).toBeGreaterThan(times.minute);
    await endListening(store);
    await expect.poll(() => distance(store)).toBeLessThan(times.minute);
  });
});
