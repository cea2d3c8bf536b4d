import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTier } from '../setup/tier.ts';
import { watchTransactions } from './world/idle.ts';
import type { FaultKind } from './world/storage-faults.ts';
import { numbersOf, playEach, playStoring } from './scenarios/storage-session.ts';
import { World } from './world/world.ts';

let world: World;
let watch: { undo: () => void };

beforeAll(async () => {
  watch = watchTransactions();
  world = await World.create(1);
});

afterAll(async () => {
  await world.close();
  watch.undo();
});

test('a session with enough storage keeps its promises', async () => {
  const { writes, problems } = await playStoring(world, 'request', () => false);
  expect(problems).toEqual([]);
  // The other tests cover only as much as this session writes.
  expect(writes.length).toBeGreaterThan(80);
});

describe.each<FaultKind>(inTier({ gate: ['request'], full: ['request', 'transaction'] }))(
  'a full storage (%s failure) loses and doubles nothing, and the person is informed',
  (kind) => {
    test('the k-th write fails, for all k of the session or for every sixth sort of write', async () => {
      const { writes } = await playStoring(world, kind, () => false);
      expect(await playEach(world, kind, numbersOf(writes), (write, k) => write === k)).toEqual([]);
    });

    test('every k-th write fails', async () => {
      const ks = inTier({ gate: [1, 11], full: Array.from({ length: 60 }, (_, index) => index + 1) });
      expect(await playEach(world, kind, ks, (write, k) => write % k === 0)).toEqual([]);
    });

    test('all writes fail from the k-th on', async () => {
      const ks = inTier({ gate: [60], full: [5, 15, 25, 35, 45, 60, 80] });
      expect(await playEach(world, kind, ks, (write, k) => write >= k)).toEqual([]);
    });
  },
);
