import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Member } from '../load/crowd.ts';
import { cursorFor, Puller } from '../load/puller.ts';

/** The phones' results since the last call: delays (ms) after the posts, and the number of pulls. */
export interface Received {
  readonly received: number;
  readonly p50: number;
  readonly p99: number;
  readonly last: number;
  readonly pulls: number;
  readonly failed: number;
}

/** Returns a post with its time. */
export const textWithTime = (): string => `[posted ${Date.now()}]`;

/** Returns the time (ms since the epoch) in such a post; null for any other. */
export function timeIn(content: string): number | null {
  const [, time] = /^\[posted (\d+)\]/.exec(content) ?? [];
  return time === undefined ? null : Number(time);
}

/** Opens phones of all members, with complete mirrors; resolves when they listen. */
export async function openHall(
  origin: string,
  members: readonly Member[],
): Promise<{ received(): Promise<Received>; close(): Promise<unknown> }> {
  const [first] = members as [Member];
  const { cursor } = await Puller.at(origin, first);
  const cursors = members.map((member) => cursorFor(cursor, first, member));
  const worker = new Worker(fileURLToPath(new URL('hall-worker.ts', import.meta.url)), { workerData: { origin, members, cursors } });
  await once(worker, 'message');
  return {
    async received() {
      worker.postMessage('received');
      const [received] = (await once(worker, 'message')) as [Received];
      return received;
    },
    close: () => worker.terminate(),
  };
}
