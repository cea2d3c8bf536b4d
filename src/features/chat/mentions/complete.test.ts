import { expect, test } from 'vitest';
import type { Participant } from '#contract/resources/participants.ts';
import { participant } from '#tests/fixtures/device.ts';
import { completions, mentionBefore } from './complete.ts';

test.each([
  ['@', { from: 0, letters: '' }],
  ['Hi @an', { from: 3, letters: 'an' }],
  ['(@an', { from: 1, letters: 'an' }],
  ['@anna be', { from: 0, letters: 'anna be' }],
  ['anna@be', null],
  ['@ an', null],
  ['@an\nna', null],
  ['@anna  be', null],
  ['no sign', null],
  ['', null],
  [`@${'a'.repeat(60)}`, null],
])('finds the begun mention at the end of %j', (text, expected) => {
  expect(mentionBefore(text, text.length)).toEqual(expected);
});

test('reads only the text before the caret', () => {
  expect(mentionBefore('@an and @be', 3)).toEqual({ from: 0, letters: 'an' });
  expect(mentionBefore('@an', 0)).toBeNull();
});

const people = ['Ben', 'Søren Ålund', 'Anna Berg', 'Bert', 'Hannah', 'Åsa', '  ', 'Bea', 'Benno', 'Bo', 'Bill', 'Bob'].map(
  (name, index): Participant => participant(index + 1, name),
);
const found = (letters: string, near: number[] = [], without: number[] = []): string[] =>
  completions(letters, { people, near, without: new Set(without) }).map(({ name }) => name);

test('finds words of names by their beginning, without accents, first names first', () => {
  expect(found('sor')).toEqual(['Søren Ålund']);
  expect(found('A')).toEqual(['Anna Berg', 'Åsa', 'Søren Ålund']);
  expect(found('anna b')).toEqual(['Anna Berg']);
  expect(found('nah')).toEqual([]);
});

test('puts people who wrote last first, leaves people out, and shows at most six', () => {
  expect(found('be')).toEqual(['Bea', 'Ben', 'Benno', 'Bert', 'Anna Berg']);
  expect(found('be', [4, 3])).toEqual(['Bert', 'Bea', 'Ben', 'Benno', 'Anna Berg']);
  expect(found('be', [], [1, 8])).toEqual(['Benno', 'Bert', 'Anna Berg']);
  expect(found('')).toHaveLength(6);
  expect(found('', [2])[0]).toBe('Søren Ålund');
});
