import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import sharp from 'sharp';

const someBytes = promisify(randomBytes);

/** Resolves when short work in Node's threads, such as cryptography, is done. */
export async function whenThreadsIdle(): Promise<void> {
  await Promise.all(Array.from({ length: 4 }, () => someBytes(1)));
}

/** Returns whether file access or picture processing is in progress. */
export function areThreadsBusy(): boolean {
  const { queue, process: inFlight } = sharp.counters();
  return queue + inFlight > 0 || process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}
