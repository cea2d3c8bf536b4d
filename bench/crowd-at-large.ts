import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Member } from './crowd.ts';
import type { Answered } from './load.ts';

/** What people who are not in the measured rush do: each of `members` reads, and so many of them write now and then; `rate` requests a second in all. */
export interface AtLarge {
  /** They ask these in turn. */
  readonly origins: readonly string[];
  readonly members: readonly Member[];
  readonly writers: number;
  readonly seconds: number;
  readonly rate: number;
}

/** They are in a thread of their own: what keeps this one busy is not the server's fault. Resolves when they are ready to `go`. */
export async function gatherAtLarge(people: AtLarge): Promise<{ go: () => Promise<Answered> }> {
  const worker = new Worker(fileURLToPath(new URL('at-large-worker.ts', import.meta.url)), { workerData: people });
  await once(worker, 'message');
  return {
    go: async () => {
      worker.postMessage('go');
      const [answered] = (await once(worker, 'message')) as [Answered];
      await worker.terminate();
      return answered;
    },
  };
}
