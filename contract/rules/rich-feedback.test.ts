import { expect, test } from 'vitest';
import { feedbackOptions, readRichFeedback } from './rich-feedback.ts';

test('votes that are left out are neither for nor against', () => {
  const read = readRichFeedback(JSON.stringify({ rating: 3, votes: { keep_cheap: 1 }, freeText: '' }));
  expect(Object.keys(read?.votes ?? {}).toSorted()).toEqual([...feedbackOptions].toSorted());
  expect(read).toMatchObject({ rating: 3, votes: { keep_cheap: 1, statistics: null } });
});

test.each([
  'Nice camp',
  '{"rating":9,"votes":{},"freeText":""}',
  '{"rating":1,"votes":{"food":1},"freeText":""}',
  '{"rating":1,"votes":{"statistics":2},"freeText":""}',
])('what the rich form cannot have written is the text of the simple one: %s', (text) => expect(readRichFeedback(text)).toBeNull());
