import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Device } from './device.ts';
import { clearSession, playSession, recover } from './organiser-session.ts';
import { brokenPromises } from './organiser-promises.ts';
import { watchTransactions } from './quiet.ts';
import { type FaultKind, StorageFaults } from './storage-faults.ts';
import { World } from './world.ts';

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

/** Plays the session on a new phone with these writes failing, gives the room back, and says what is not as it was promised. */
async function play(kind: FaultKind, fails: (write: number) => boolean): Promise<{ writes: number; problems: string[] }> {
  const device = new Device({ name: 'full', server: world.server.ask, clock: world.clock, clockSkew: 0, seed: 1 });
  const faults = new StorageFaults(kind, fails);
  Object.assign(device, { store: faults.over(device.store) });
  Object.assign(world, { devices: [device] });
  try {
    const played = await playSession(world, device);
    const { count, failed } = faults;
    faults.fails = () => false;
    await recover(world, played);
    return { writes: count, problems: await brokenPromises(world, device, played, failed > 0) };
  } finally {
    faults.undo();
    device.killAll();
    await clearSession(world);
  }
}

/** Plays it once for each of the numbers and gathers what went wrong, by number. */
async function playAll(kind: FaultKind, numbers: Iterable<number>, fails: (write: number, k: number) => boolean): Promise<string[]> {
  const found: string[] = [];
  for (const k of numbers) {
    const { problems } = await play(kind, (write) => fails(write, k));
    found.push(...problems.map((problem) => `k = ${k}: ${problem}`));
  }
  return found;
}

const upTo = (end: number): number[] => Array.from({ length: end }, (_, index) => index + 1);

test('with room for everything the session keeps its promises', async () => {
  const { writes, problems } = await play('request', () => false);
  expect(problems).toEqual([]);
  // The others are as good as the session is rich.
  expect(writes).toBeGreaterThan(80);
});

describe.each<FaultKind>(['request', 'transaction'])(
  'where there is no room, nothing is lost and nothing doubled, and the person is told: %s',
  (kind) => {
    test('the k-th fails, for all k of the session', async () => {
      const { writes } = await play(kind, () => false);
      expect(await playAll(kind, upTo(writes), (write, k) => write === k)).toEqual([]);
    });

    test('every k-th fails', async () => {
      expect(await playAll(kind, [1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 17, 25, 40], (write, k) => write % k === 0)).toEqual([]);
    });

    test('all fail from the k-th on', async () => {
      expect(await playAll(kind, [5, 15, 25, 35, 45, 60, 80], (write, k) => write >= k)).toEqual([]);
    });
  },
);
