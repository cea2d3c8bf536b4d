import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Member } from './crowd.ts';
import type { Answered } from './load.ts';

/** Members outside the measured rush: all of them read, `writers` of them also write now and then; `rate` requests a second in total. */
export interface AtLarge {
  /** The servers, requested in turn. */
  readonly origins: readonly string[];
  readonly members: readonly Member[];
  readonly writers: number;
  readonly seconds: number;
  readonly rate: number;
}

/**
 * Starts the members in a thread of their own, so that a busy main thread does not distort the latency. Resolves when they are ready to
 * `go`.
 */
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
