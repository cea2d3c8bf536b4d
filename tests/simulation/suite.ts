import { expect, test } from 'vitest';
import { play } from './scenario.ts';

const batch = 25;

/** Plays one seed; a broken promise fails with the story of the run and the way to replay it. */
export async function check(seed: number): Promise<void> {
  const { violations, trace } = await play(seed);
  expect(violations, `replay with: npm run simulate -- --from ${seed} --seeds 1 --trace\n${trace.join('\n')}`).toEqual([]);
}

/** A file's share of the seeds, so that every core has one. */
export function playSeeds(from: number, to: number): void {
  for (let first = from; first <= to; first += batch) {
    const last = Math.min(to, first + batch - 1);
    test(`seeds ${first} to ${last}: nothing lost, nothing doubled, nothing stuck`, async () => {
      for (let seed = first; seed <= last; seed += 1) await check(seed);
    });
  }
}
