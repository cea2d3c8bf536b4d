import { setTimeout as pause } from 'node:timers/promises';
import { storeFailureOf } from '../core/failures.ts';

/** How long (ms) a write waits for another process, such as a restore. */
const patience = 2_000;
const shortestPause = 20;
const longestPause = 200;

/** Writes run one after another, as in the database. Only the first waiting one tries, because a try blocks the process. */
let line: Promise<unknown> = Promise.resolve(null);

/**
 * Runs a write, and repeats it while another process holds the lock; nothing is blocked between tries. `work` must be free of other side
 * effects and must not call this. Throws its errors, and after two seconds that the database is locked.
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
