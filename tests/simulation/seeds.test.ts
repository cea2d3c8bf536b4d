import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { type Game, games, playApart, storyOf } from './play-apart.ts';

/** Others, and many more, are played by `npm run simulate` (docs/testing.md). */
const sizes = { chat: 16, organisers: 10, participants: 8 };

/** Seeds that broke a promise once. */
const kept: Game[] = [
  // The end of a session was taken for the end of an account whose erasure had no answer (decision 26).
  { scenario: 'participants', seed: 7340138 },
  { scenario: 'participants', seed: 7341094 },
  { scenario: 'participants', seed: 7341123 },
  // The worker heard first that the session of an erased account was over, and the tab did not ask.
  { scenario: 'participants', seed: 202611220060 },
  { scenario: 'participants', seed: 202611220098 },
  // A tab was killed that had written after another part of the browser had ended its session.
  { scenario: 'participants', seed: 202611230350 },
  // A logout that was answered by "too many requests" was taken for done, and a second engine ran on.
  { scenario: 'participants', seed: 202611230312 },
  // A tab was killed that had written after the worker had ended its session.
  { scenario: 'participants', seed: 202611220253 },
  // A clock that was put back by minutes held up what the server had put off.
  { scenario: 'chat', seed: 202611220763 },
  // A removal that found nothing, for a restore had cut the row off, and whose author's device brought it back: the check forbade it.
  { scenario: 'organisers', seed: 202611220065 },
  // A refresh whose answer was lost for longer than ten seconds ended the session (decision 33).
  { scenario: 'organisers', seed: 202611230466 },
];

async function broken(all: readonly Game[]): Promise<string[]> {
  const stories: string[] = [];
  await playApart(all, availableParallelism(), (played) => {
    if (played.violations.length > 0) stories.push(storyOf(played));
  });
  return stories;
}

test.each(Object.entries(sizes))('%s, %i seeds: nothing lost, nothing doubled, nothing stuck, nothing late', async (scenario, count) => {
  expect(await broken(games(scenario, 1, count))).toEqual([]);
});

test('seeds that broke a promise once keep every one', async () => {
  expect(await broken(kept)).toEqual([]);
});
