import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Member } from '../crowd.ts';
import { cursorFor, Puller } from '../puller.ts';

/** What phones have heard since they were last asked: how long (ms) after it was posted, and how often they had to ask. */
export interface Heard {
  readonly heard: number;
  readonly p50: number;
  readonly p99: number;
  readonly last: number;
  readonly pulls: number;
  readonly failed: number;
}

/** A post that says when it was made. */
export const saysTime = (): string => `[posted ${Date.now()}]`;

/** When (ms since the epoch) a post was made that says so; null of any other. */
export function timeIn(content: string): number | null {
  const [, time] = /^\[posted (\d+)\]/.exec(content) ?? [];
  return time === undefined ? null : Number(time);
}

/** Phones of all members, who have all that there is; they listen when this resolves. */
export async function openHall(
  origin: string,
  members: readonly Member[],
): Promise<{ heard(): Promise<Heard>; close(): Promise<unknown> }> {
  const [first] = members as [Member];
  const { cursor } = await Puller.at(origin, first);
  const cursors = members.map((member) => cursorFor(cursor, first, member));
  const worker = new Worker(fileURLToPath(new URL('hall-worker.ts', import.meta.url)), { workerData: { origin, members, cursors } });
  await once(worker, 'message');
  return {
    async heard() {
      worker.postMessage('heard');
      const [heard] = (await once(worker, 'message')) as [Heard];
      return heard;
    },
    close: () => worker.terminate(),
  };
}
