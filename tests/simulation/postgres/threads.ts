import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import sharp from 'sharp';

const someBytes = promisify(randomBytes);

/** What Node does in threads, cryptography say, is done, where it is short. */
export async function threadsAtRest(): Promise<void> {
  await Promise.all(Array.from({ length: 4 }, () => someBytes(1)));
}

/** Whether anything is being read from or written to the disk, or a picture is being read or made. */
export function threadsWork(): boolean {
  const { queue, process: underWay } = sharp.counters();
  return queue + underWay > 0 || process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}
