import { beforeAll, expect, inject, test } from 'vitest';
import { inTier } from '../../setup/tier.ts';
import { type Game, games, playApart, storyOf } from '../play-apart.ts';

const servers = 3;

type Seed = Pick<Game, 'scenario' | 'seed'>;

/** Others, and many more, are played by `npm run simulate -- --on postgres` (docs/testing.md). */
const first: Seed[] = [
  { scenario: 'organisers', seed: 1 },
  { scenario: 'participants', seed: 1 },
  { scenario: 'photos', seed: 1 },
];

/** Seeds that broke a promise once, the newest at the end. */
const onceBroken: Seed[] = [
  // A connection broke right after a commit: the picture of what was committed was thrown away.
  { scenario: 'chat', seed: 30 },
  // What was put off by a server that did not say the time was noted by a clock that had been set by months, and called too old later.
  { scenario: 'photos', seed: 202612010047 },
  // The same of a clock that was set while the answer was awaited.
  { scenario: 'photos', seed: 202612010077 },
];

const kept = inTier({ gate: onceBroken.slice(-1), full: onceBroken });

const stories: string[] = [];

// In one thread: tests of the same PostgreSQL run beside it.
beforeAll(async () => {
  const hosting = { home: inject('postgres')!, servers };
  const all = [...first, ...kept].flatMap(({ scenario, seed }) => games(scenario, seed, 1, hosting));
  await playApart(all, 1, (played) => {
    if (played.violations.length > 0) stories.push(storyOf(played));
  });
}, 900_000);

test('three servers on one database: nothing lost, nothing doubled, nothing stuck, nothing late', () => {
  expect(stories).toEqual([]);
});
