import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { times } from '../../../contract/times.ts';
import { endListening, openSharedStores } from '../../../tests/fixtures/test-store.ts';
import { sqlOf } from '../core/handles.ts';
import type { Store } from '../store.ts';
import { DatabaseClock } from './database-clock.ts';

describe('the time of the database', () => {
  const noon = Date.UTC(2026, 10, 21, 12);
  const ticks = { time: 0, now: () => ticks.time };
  let clock: DatabaseClock;
  beforeEach(() => {
    ticks.time = 5;
    clock = new DatabaseClock(ticks);
  });
  /** The database says that it is `time` after `there` (ms), and that comes after `back`. */
  const measure = (time: number, there = 0, back = 0) =>
    clock.measure(async () => {
      ticks.time += there + back;
      return time;
    });

  test('is what it said, and what has passed since; at first in the middle of the round trip', async () => {
    await measure(noon, 10, 10);
    expect(clock.now()).toBe(noon + 10);
    ticks.time += 7.9;
    expect(clock.now()).toBe(noon + 17);
  });

  test('is not known before', () => {
    expect(() => clock.now()).toThrow('not asked');
  });

  test('is corrected by what contradicts it, as little as it takes', async () => {
    await measure(noon, 10, 10);
    // It was right all the time, as far as anybody knows, though another moment of the round trip is likelier.
    await measure(noon + 25, 10, 10);
    expect(clock.now()).toBe(noon + 30);
    await measure(noon + 60, 10, 10);
    expect(clock.now()).toBe(noon + 60);
    // An answer at once leaves nothing open.
    await measure(noon + 100);
    expect(clock.now()).toBe(noon + 100);
    await measure(noon + times.hour);
    expect(clock.now()).toBe(noon + times.hour);
  });

  test('stands still where it was a little ahead, and goes back where it was far ahead', async () => {
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

describe('of processes whose machines are an hour apart', () => {
  /** What each machine is off by (ms). */
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

  /** How far the clock of a store is from what its database says (ms). */
  async function distance({ clock, reading }: Store): Promise<number> {
    const query = sql<{ now: number }>`select extract(epoch from clock_timestamp()) * 1000 as now`;
    return Math.abs((await query.execute(sqlOf(reading))).rows[0]!.now - clock.now());
  }

  test('each has the time of the database before anything else', async () => {
    for (const store of stores) expect(await distance(store)).toBeLessThan(times.minute);
  });

  test('it is asked for again, at the latest when the connection is another one', async () => {
    off[0] = 0;
    const [store] = stores as [Store];
    expect(await distance(store)).toBeGreaterThan(times.minute);
    await endListening(store);
    await expect.poll(() => distance(store)).toBeLessThan(times.minute);
  });
});
