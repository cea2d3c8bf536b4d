import { expect, test } from 'vitest';
import { replay, scenarios } from './scenarios.ts';

const batch = 25;

/** Plays one seed; a broken promise fails with the story of the run and the way to replay it. */
export async function check(scenario: string, seed: number): Promise<void> {
  const play = scenarios[scenario];
  if (!play) throw new RangeError(`there is no scenario ${scenario}`);
  const { violations, trace } = await play(seed);
  expect(violations, `${replay(scenario, seed)}\n${trace.join('\n')}`).toEqual([]);
}

/** A file's share of the seeds, so that every core has one. */
export function playSeeds(scenario: string, from: number, to: number): void {
  for (let first = from; first <= to; first += batch) {
    const last = Math.min(to, first + batch - 1);
    test(`${scenario}, seeds ${first} to ${last}: nothing lost, nothing doubled, nothing stuck`, async () => {
      for (let seed = first; seed <= last; seed += 1) await check(scenario, seed);
    });
  }
}
