import { setTimeout as pause } from 'node:timers/promises';
import { storeFailureOf } from '../core/failures.ts';

/** How long (ms) a write waits for another process, a restore for example, to let go of the database. */
const patience = 2_000;
const shortestPause = 20;
const longestPause = 200;

/** Writes go one after another, as they do in the database: of many that wait only the first tries, since a try holds up the process. */
let line: Promise<unknown> = Promise.resolve(null);

/**
 * Runs a write, and again while another process holds the lock; between the tries nothing is blocked, and reads go on. `work` must leave
 * nothing behind where it fails, and must not call this again. Throws what it throws; after two seconds also that it is locked.
 */
export function untilUnlocked<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patience;
  const turn = line.then((stillLocked) => {
    if (stillLocked !== null && performance.now() >= deadline) throw stillLocked;
    return tryUntil(deadline, work);
  });
  line = turn.then(
    () => null,
    (error: unknown) => (isLocked(error) ? error : null),
  );
  return turn;
}

async function tryUntil<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  for (let ms = shortestPause; ; ms = Math.min(longestPause, 2 * ms)) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error;
    }
    await pause(ms);
  }
}

function isLocked(error: unknown): boolean {
  return storeFailureOf(error) === 'busy';
}
