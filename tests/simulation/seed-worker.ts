import { parentPort } from 'node:worker_threads';
import type { Outcome } from './scenarios/outcome.ts';
import type { Game, Played } from './play-in-threads.ts';
import { scenarios } from './scenarios.ts';

/** A thread that plays the games it receives, one after another. */
parentPort?.on(
  'message',
  (game: Game) => void play(game).then((outcome) => parentPort?.postMessage({ ...game, ...outcome } satisfies Played)),
);

async function play({ scenario, seed, hosting }: Game): Promise<Outcome> {
  try {
    return (await scenarios[scenario]?.(seed, hosting)) ?? { violations: ['not played'], trace: [] };
  } catch (error) {
    // Dexie's errors have no stack.
    return { violations: [String((error as Error).stack ?? error)], trace: [] };
  }
}
