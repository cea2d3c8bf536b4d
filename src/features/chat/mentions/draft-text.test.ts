import { expect, test } from 'vitest';
import { changedDraft, mentionPlaces, shownDraft } from './draft-text.ts';

const names = new Map([
  [1, 'Anna'],
  [2, 'Anna Berg'],
  [3, 'Anna'],
]);
const nameOf = (userId: number): string => names.get(userId) ?? 'Nobody';

test('shows names in the field, and returns the places of the mentions', () => {
  expect(shownDraft('Hi @[2], @[9]!', nameOf)).toBe('Hi @Anna Berg, @Nobody!');
  expect(mentionPlaces('Hi @[2], @[9]!', nameOf)).toEqual([3, 15]);
});

test.each([
  ['text after it', '@[2]', '@Anna Berg kommt', '@[2] kommt'],
  ['text before it', 'Hi @[2]', 'Hi hi @Anna Berg', 'Hi hi @[2]'],
  ['an ending', '@[2] Zelt', '@Anna Bergs Zelt', '@[2]s Zelt'],
  ['text between two', '@[2] @[1]', '@Anna Berg und @Anna', '@[2] und @[1]'],
  ['a whole replacement that names them', 'Hi @[2] and @[1]', '@Anna, call @Anna Berg', '@[1], call @[2]'],
  ['text that begins like the name', '@[1]', '@Anna, @Annabel', '@[1], @Annabel'],
  ['nothing', 'Hi @[2]', 'Hi @Anna Berg', 'Hi @[2]'],
])('keeps a mention after a change of %s', (_case, content, changed, expected) => {
  expect(changedDraft(content, changed, nameOf)).toBe(expected);
});

test.each([
  ['lost its last letter', 'Hi @[2] there', 'Hi @Anna Ber there', 'Hi @Anna Ber there'],
  ['lost its sign', 'Hi @[2]', 'Hi Anna Berg', 'Hi Anna Berg'],
  ['has another letter inside', '@[2]', '@Annaa Berg', '@Annaa Berg'],
  ['was deleted', 'Hi @[2] there', 'Hi there', 'Hi there'],
])('makes a name plain text that %s', (_case, content, changed, expected) => {
  expect(changedDraft(content, changed, nameOf)).toBe(expected);
});

test('keeps the right one of two people with the same name', () => {
  expect(changedDraft('@[1] @[3]', '@Anna', nameOf, 0)).toBe('@[3]');
  expect(changedDraft('@[1] @[3]', '@Anna', nameOf, 5)).toBe('@[1]');
});
