import { describe, expect, test } from 'vitest';
import { feedbackOptions, noVotes } from '#contract/rules/rich-feedback.ts';
import { type Answer, commentsOf, mayBreakDown, ratingsOf, votesOf } from './read-answers.ts';

const answer = (rating: number, votes: Partial<typeof noVotes> = {}, text = ''): Answer => ({
  id: `${rating} ${text}`,
  createdAt: '2026-07-18T12:00:00.000Z',
  rich: rating === 0 && Object.keys(votes).length === 0 ? null : { rating, votes: { ...noVotes, ...votes } },
  text,
});

describe('ratings and votes', () => {
  test.each([
    [4, false],
    [5, true],
  ])('are broken down if enough answers have some, %s: %s', (count, isShown) => {
    const plain = Array.from({ length: 9 }, () => answer(0, {}, 'Nice'));
    const rated = Array.from({ length: count }, () => answer(3));
    expect(mayBreakDown([...plain, ...rated])).toBe(isShown);
  });

  test('are counted by stars, and by option for and against', () => {
    const answers = [answer(5, { keep_cheap: 1 }), answer(5, { keep_cheap: -1 }), answer(2), answer(0, { keep_cheap: 1 }), answer(0)];
    const { bars, count, average } = ratingsOf(answers);
    expect(bars.map((bar) => [bar.stars, bar.count])).toEqual([
      [5, 2],
      [4, 0],
      [3, 0],
      [2, 1],
      [1, 0],
    ]);
    expect([count, average]).toEqual([3, 4]);
    const votes = votesOf(answers);
    expect(votes.map(({ option }) => option)).toEqual([...feedbackOptions]);
    expect(votes[0]).toEqual({ option: 'keep_cheap', for: 2, against: 1 });
    expect(votes[1]).toMatchObject({ for: 0, against: 0 });
  });
});

test('comments are found by any part of their text, ignoring case', () => {
  const answers = [answer(1, {}, 'Mehr Schatten'), answer(2, {}, 'Less rain'), answer(5)];
  expect(commentsOf(answers, '').map(({ text }) => text)).toEqual(['Mehr Schatten', 'Less rain']);
  expect(commentsOf(answers, ' SCHATT ').map(({ text }) => text)).toEqual(['Mehr Schatten']);
  expect(commentsOf(answers, 'snow')).toEqual([]);
});
