import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LoadMeter } from './load-meter.ts';

let time = 0;
let waited: number;
let walBytes: number | undefined;
let meter: LoadMeter;
beforeEach(() => {
  waited = 0;
  walBytes = 5;
  const store = {
    ping: async () => {
      time += 700;
      return false;
    },
    figures: async () => {
      if (walBytes === undefined) throw new Error('no');
      return { databaseBytes: 0, walBytes };
    },
  };
  const writer = { resetLongestWait: () => waited };
  meter = new LoadMeter({ store, writer, hub: { takeMostWaiting: () => 7 }, timers: { now: () => time } });
  meter.begin();
});
afterEach(() => meter.end());

test('the meter reports its sources’ values and measures the database’s answer', async () => {
  waited = 3;
  expect(await meter.take()).toMatchObject({ writerWait: 3, pokesWaiting: 7, databaseAnswer: 700, walBytes: 5 });
  walBytes = undefined;
  expect(await meter.take()).toMatchObject({ walBytes: 0 });
});

test('the meter reports the used part of the heap', async () => {
  const { heapUsed } = await meter.take();
  expect(heapUsed).toBeGreaterThan(0);
  expect(heapUsed).toBeLessThan(1);
});

test('the meter reports delays of the event loop since the last call', async () => {
  for (let held = 0; held < 3; held += 1) {
    const end = performance.now() + 60;
    while (performance.now() < end);
    await nextTurn();
    await nextTurn();
  }
  expect((await meter.take()).loopDelay).toBeGreaterThan(20);
  expect((await meter.take()).loopDelay).toBeLessThan(20);
});
