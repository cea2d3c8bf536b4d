import { expect, test } from 'vitest';
import { mentionOf, mentionsIn, splitMentions, withNames } from './mentions.ts';

test.each([
  ['Hello', []],
  [mentionOf(7), [7]],
  ['@[7] and @[8], again @[7]', [7, 8]],
  ['a@[7]b', [7]],
  ['@[0] @[07] @[-1] @[1.5] @[] @[x] @[12345678901] @ [7] @7', []],
  ['@[[7]] @[8', []],
])('finds the people mentioned in %j, each once', (content, expected) => {
  expect(mentionsIn(content)).toEqual(expected);
});

test('puts names in place of ids', () => {
  const names = new Map([[7, 'Anna $& Berg']]);
  expect(withNames('Hi @[7], @[8]!', (id) => names.get(id) ?? '…')).toBe('Hi @Anna $& Berg, @…!');
});

test('splits a text into mentions and the text around them', () => {
  expect(splitMentions('@[7], hi @[8]')).toEqual(['', '7', ', hi ', '8', '']);
  expect(splitMentions('@[x]')).toEqual(['@[x]']);
});
