import { inTier } from '#tests/setup/tier.ts';
import type { World } from '../world/world.ts';
import { Device } from '../world/device.ts';
import { sessionViolations } from '../promises/organiser-promises.ts';
import { clearSession, playSession, recover } from './organiser-session.ts';
import { type FaultKind, StorageFaults } from '../world/storage-faults.ts';

export interface StoredSession {
  /** The kind of each write, in order. */
  readonly writes: readonly string[];
  readonly problems: string[];
}

/** Plays an event admin's session on a new phone with these writes failing, frees storage again, and returns the broken promises. */
export async function playStoring(world: World, kind: FaultKind, fails: (write: number) => boolean): Promise<StoredSession> {
  const device = new Device({ name: 'full', server: world.server.handle, clock: world.clock, clockSkew: 0, seed: 1 });
  const faults = new StorageFaults(kind, fails);
  Object.assign(device, { store: faults.over(device.store) });
  Object.assign(world, { devices: [device] });
  try {
    const played = await playSession(world, device);
    const writes = [...faults.writes];
    const { failed } = faults;
    const { pictureEvictions } = device;
    faults.fails = () => false;
    await recover(world, played);
    // After some failures the app deletes cached pictures and tries again; only a second failure is visible.
    return { writes, problems: await sessionViolations(world, device, played, failed > pictureEvictions) };
  } finally {
    faults.undo();
    device.killAll();
    await clearSession(world);
  }
}

/** Plays once for each number; returns the problems by number. */
export async function playEach(
  world: World,
  kind: FaultKind,
  numbers: Iterable<number>,
  fails: (write: number, k: number) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const k of numbers) {
    const { problems } = await playStoring(world, kind, (write) => fails(write, k));
    found.push(...problems.map((problem) => `k = ${k}: ${problem}`));
  }
  return found;
}

/** Returns the numbers of all writes; in the gate, of the first of every sixth sort. */
export function numbersOf(writes: readonly string[]): number[] {
  const all = writes.map((_write, index) => index + 1);
  const firstOfSorts = all.filter((number) => writes.indexOf(writes[number - 1]!) === number - 1);
  return inTier({ gate: firstOfSorts.filter((_number, index) => index % 6 === 0), full: all });
}
