import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Outcome } from './scenarios/outcome.ts';
import type { Hosting } from './postgres/postgres-storage.ts';
import { replay, scenarios } from './scenarios.ts';

export interface Game {
  readonly scenario: string;
  readonly seed: number;
  /** Set for several servers on PostgreSQL; otherwise there is one on SQLite. */
  readonly hosting?: Hosting | undefined;
}

export interface Played extends Game, Outcome {}

export function games(scenario: string, from: number, count: number, hosting?: Hosting): Game[] {
  if (!scenarios[scenario]) throw new RangeError(`there is no scenario ${scenario}; there is ${Object.keys(scenarios).join(', ')}`);
  return Array.from({ length: count }, (_, index) => ({ scenario, seed: from + index, hosting }));
}

/** Plays all games in up to `threads` threads; `onPlayed` receives each result when it ends. A thread that dies is replaced. */
export async function playInThreads(all: readonly Game[], threads: number, onPlayed: (played: Played) => void): Promise<void> {
  const rest = all.values();
  const work = async (): Promise<void> => {
    const begin = (): Worker => new Worker(new URL('seed-worker.ts', import.meta.url));
    let worker = begin();
    for (const game of rest) {
      worker.postMessage(game);
      // `once` rejects with an uncaught error of the thread.
      const played = once(worker, 'message').catch((error: unknown) => {
        worker = begin();
        return [{ ...game, violations: [String(error)], trace: [] } satisfies Played];
      });
      onPlayed(((await played) as [Played])[0]);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(threads, all.length) }, work));
}

/** Returns the trace of a seed, its broken promises, and the command that repeats it. */
export function traceOf({ scenario, seed, hosting, violations, trace }: Played): string {
  const lines = [...trace.map((line) => `  ${line}`), ...violations.map((line) => `! ${line}`), replay(scenario, seed, hosting)];
  return `${scenario}, seed ${seed}\n${lines.join('\n')}\n`;
}
