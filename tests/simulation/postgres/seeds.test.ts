import { beforeAll, expect, inject, test } from 'vitest';
import { inTier } from '#tests/setup/tier.ts';
import { type Game, games, playInThreads, traceOf } from '../play-in-threads.ts';

const servers = 3;

type Seed = Pick<Game, 'scenario' | 'seed'>;

/** `npm run simulate -- --on postgres` plays many more (docs/testing.md). */
const first: Seed[] = [
  { scenario: 'organisers', seed: 1 },
  // The gate has a kept seed of photos, and plays participants on SQLite.
  ...inTier<Seed[]>({
    gate: [],
    full: [
      { scenario: 'participants', seed: 1 },
      { scenario: 'photos', seed: 1 },
    ],
  }),
];

/** Seeds that broke a promise once, the newest at the end. */
const onceBroken: Seed[] = [
  // A connection broke right after a commit, and the picture of the committed row was deleted.
  { scenario: 'chat', seed: 30 },
  // A server postponed an upload without its time, so it was noted by a clock set by months and later called too old.
  { scenario: 'photos', seed: 202612010047 },
  // The same with a clock that was set while the answer was awaited.
  { scenario: 'photos', seed: 202612010077 },
];

const kept = inTier({ gate: onceBroken.slice(-1), full: onceBroken });

const stories: string[] = [];

// Uses one thread, because other tests of the same PostgreSQL run at the same time.
beforeAll(async () => {
  const hosting = { home: inject('postgres')!, servers };
  const all = [...first, ...kept].flatMap(({ scenario, seed }) => games(scenario, seed, 1, hosting));
  await playInThreads(all, 1, (played) => {
    if (played.violations.length > 0) stories.push(traceOf(played));
  });
}, 900_000);

test('three servers on one database lose nothing, double nothing, and leave nothing stuck or late', () => {
  expect(stories).toEqual([]);
});
