import { describe, expect, test } from 'vitest';
import type { Reaction, ReactionCounts } from '#contract/resources/reactions.ts';
import type { ReactionEmoji } from '#contract/rules/own-rows.ts';
import type { Stored } from '#db/records.ts';
import { reactionsOf } from './read-reactions.ts';

const postId = '0192c8a0-0000-7000-8000-000000000001';

const countsOf = (order: number, numbers: Partial<Record<ReactionEmoji, number>>): ReactionCounts => ({
  id: postId,
  version: 1,
  eventId: 1,
  counts: Object.entries(numbers).map(([emoji, count]) => ({ emoji: emoji as ReactionEmoji, count })),
  order,
});

const ownOf = (order: number, emoji: ReactionEmoji | null, replaced: ReactionEmoji | null = null): Reaction => ({
  id: `${postId}-10`,
  version: 1,
  eventId: 1,
  postId,
  userId: 10,
  emoji,
  replaced,
  order,
});

const pending = (base: Reaction | null, emoji: ReactionEmoji | null): Stored<Reaction> => ({
  ...ownOf(2 ** 52, emoji, base?.emoji),
  $base: base,
  $pending: ['key'],
});

const shown = (counts: ReactionCounts | undefined, own: Stored<Reaction> | undefined) =>
  reactionsOf(counts, own).numbers.map(({ emoji, count }) => `${emoji} ${count}`);

test('shows the numbers of the server in the order of the emoji', () => {
  expect(shown(countsOf(5, { '🎉': 2, '👍': 1 }), undefined)).toEqual(['👍 1', '🎉 2']);
  expect(shown(undefined, undefined)).toEqual([]);
});

describe('adds an own reaction that', () => {
  test('is pending', () => {
    expect(shown(undefined, pending(null, '👍'))).toEqual(['👍 1']);
    expect(shown(countsOf(5, { '👍': 3 }), pending(null, '👍'))).toEqual(['👍 4']);
    expect(reactionsOf(undefined, pending(null, '👍'))).toMatchObject({ mine: '👍', waits: true });
  });

  test('replaces a counted one', () => {
    expect(shown(countsOf(5, { '👍': 3 }), pending(ownOf(5, '👍'), '❤️'))).toEqual(['👍 2', '❤️ 1']);
  });

  test('is answered before the numbers arrive', () => {
    expect(shown(countsOf(5, { '👍': 3 }), ownOf(6, '👍'))).toEqual(['👍 4']);
    expect(shown(countsOf(5, { '👍': 3 }), ownOf(6, '❤️', '👍'))).toEqual(['👍 2', '❤️ 1']);
    expect(shown(countsOf(6, { '👍': 2, '❤️': 1 }), ownOf(6, '❤️', '👍'))).toEqual(['👍 2', '❤️ 1']);
  });
});

test('leaves out a reaction that is taken back, also before the numbers arrive', () => {
  expect(shown(countsOf(5, { '👍': 1 }), pending(ownOf(5, '👍'), null))).toEqual([]);
  expect(shown(countsOf(5, { '👍': 1 }), ownOf(6, null, '👍'))).toEqual([]);
  expect(shown(countsOf(6, {}), ownOf(6, null, '👍'))).toEqual([]);
});

test('never shows a negative number', () => {
  expect(shown(countsOf(5, {}), pending(ownOf(5, '👍'), null))).toEqual([]);
  expect(shown(undefined, pending(ownOf(5, '👍'), '🎉'))).toEqual(['🎉 1']);
});
