import { expect, test } from 'vitest';
import { sentences } from './sentences.ts';

test('gives each sentence its full stop, and leaves out what is empty', () => {
  expect(sentences('Failed to fetch users', '', 'Is that so?', ' Try again. ')).toBe('Failed to fetch users. Is that so? Try again.');
});
