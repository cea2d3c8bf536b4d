import { expect, test } from 'vitest';
import { feedbackOptions, readRichFeedback } from './rich-feedback.ts';

test('counts missing votes as neither for nor against', () => {
  const read = readRichFeedback(JSON.stringify({ rating: 3, votes: { keep_cheap: 1 }, freeText: '' }));
  expect(Object.keys(read?.votes ?? {}).toSorted()).toEqual([...feedbackOptions].toSorted());
  expect(read).toMatchObject({ rating: 3, votes: { keep_cheap: 1, statistics: null } });
});

test.each([
  'Nice camp',
  '{"rating":9,"votes":{},"freeText":""}',
  '{"rating":1,"votes":{"food":1},"freeText":""}',
  '{"rating":1,"votes":{"statistics":2},"freeText":""}',
])('takes content that the rich form cannot have written as plain text: %s', (text) => expect(readRichFeedback(text)).toBeNull());
