import { expect, test } from 'vitest';
import { sentences } from './texts.ts';

test('adds full stops to sentences and omits empty ones', () => {
  expect(sentences('Failed to fetch users', '', 'Is that so?', ' Try again. ')).toBe('Failed to fetch users. Is that so? Try again.');
});
