import { availableParallelism } from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { inTier } from '../setup/tier.ts';
import { type Game, games, playInThreads, traceOf } from './play-in-threads.ts';

/** The number of seeds from 1; `npm run simulate` plays many more (docs/testing.md). */
const seeds = inTier({
  gate: {
    administration: 1,
    agenda: 1,
    chat: 2,
    dating: 1,
    events: 1,
    follow: 1,
    organisers: 2,
    participants: 1,
    quotas: 1,
    reactions: 1,
    shares: 1,
    windows: 8,
  },
  full: {
    administration: 10,
    agenda: 10,
    chat: 20,
    dating: 10,
    events: 12,
    follow: 10,
    organisers: 12,
    participants: 10,
    quotas: 4,
    reactions: 10,
    shares: 8,
    windows: 30,
  },
});

const first = [
  ...Object.entries(seeds).flatMap(([scenario, count]) => games(scenario, 1, count)),
  // These seeds upload a small picture first.
  ...inTier({ gate: [3], full: [3, 7, 12] }).flatMap((seed) => games('photos', seed, 1)),
];

/** Seeds that broke a promise once, the newest at the end. */
const onceBroken: Game[] = [
  // A device treated the end of a session as the end of an account whose erasure had no answer (decision 26).
  { scenario: 'participants', seed: 7340138 },
  { scenario: 'participants', seed: 7341094 },
  { scenario: 'participants', seed: 7341123 },
  // The worker learned first that the session of an erased account had ended, and the tab did not ask.
  { scenario: 'participants', seed: 202611220060 },
  { scenario: 'participants', seed: 202611220098 },
  // A tab was killed that had written after another part of the browser had ended its session.
  { scenario: 'participants', seed: 202611230350 },
  // A logout answered with "too many requests" was treated as done, and a second engine ran on.
  { scenario: 'participants', seed: 202611230312 },
  // A tab was killed that had written after the worker had ended its session.
  { scenario: 'participants', seed: 202611220253 },
  // A clock set back by minutes delayed the uploads that the server had postponed.
  { scenario: 'chat', seed: 202611220763 },
  // A restore cut a row off, a removal found nothing, and its author's device created the row again. The check was wrong to forbid it.
  { scenario: 'organisers', seed: 202611220065 },
  // A refresh whose answer was lost for longer than ten seconds ended the session (decision 7).
  { scenario: 'organisers', seed: 202611230466 },
  // A tab was killed in the middle of its logout, and left another tab with an empty mirror that nothing filled.
  { scenario: 'organisers', seed: 7400181 },
  // A clock was set by months during an upload, and the tried command was called too old.
  { scenario: 'photos', seed: 196 },
  { scenario: 'photos', seed: 298 },
  // A logout that discards pending commands had to wait, and discarded commands written during the wait.
  { scenario: 'participants', seed: 7400478 },
  // An order that a restore had cut off was made again with the version from before the restore.
  { scenario: 'administration', seed: 106 },
  { scenario: 'administration', seed: 132 },
  // A change was merged into a command that a drain had read and was about to send unchanged.
  { scenario: 'administration', seed: 202611240097 },
  // A member left the event before the removal of a reply was sent: it counted as done although the reply stayed (decision 51).
  { scenario: 'events', seed: 7400108 },
  // A person chose their order over another one and ordered again before the first was sent. The check was wrong to call it unseen.
  { scenario: 'administration', seed: 7400299 },
  // All pending commands were discarded, with the changes of a choice under them. The check was wrong to call those lost.
  { scenario: 'organisers', seed: 7400975 },
  // A change was merged into a command from before a change by another person, so the conflict asked about seen values.
  { scenario: 'organisers', seed: 12 },
  // Pushes were off at an announcement, and on after a restore that sent it again. The check was wrong to expect a push.
  { scenario: 'organisers', seed: 202611270240 },
  // A server died at a commit and left the picture to the sweep. The check was wrong to forbid it.
  { scenario: 'participants', seed: 202611270029 },
  // A server postponed a request for the time without saying so, and a post was noted by a clock that was years off.
  { scenario: 'photos', seed: 8800009 },
  // A subscription came late, after its endpoint had been reported as expired and deleted with its jobs. The check was wrong to expect a
  // push.
  { scenario: 'administration', seed: 202612010150 },
];

const kept = inTier({ gate: onceBroken.slice(-5), full: onceBroken });

const stories = new Map<Game, string>();

// Plays all games together, so that each thread loads its code once.
beforeAll(async () => {
  const all = [...first, ...kept];
  await playInThreads(all, availableParallelism(), (played) => {
    const game = all.find(({ scenario, seed }) => played.scenario === scenario && played.seed === seed) as Game;
    if (played.violations.length > 0) stories.set(game, traceOf(played));
  });
}, 900_000);

const broken = (of: readonly Game[]): string[] => of.flatMap((game) => stories.get(game) ?? []);

test.each([
  'administration',
  'agenda',
  'chat',
  'dating',
  'events',
  'follow',
  'organisers',
  'participants',
  'photos',
  'quotas',
  'reactions',
  'shares',
  'windows',
])('%s loses nothing, doubles nothing, and leaves nothing stuck or late', (name) => {
  const played = first.filter(({ scenario }) => scenario === name);
  expect(played.length).toBeGreaterThan(0);
  expect(broken(played)).toEqual([]);
});

test('seeds that broke a promise once keep every promise', () => {
  expect(broken(kept)).toEqual([]);
});
