import { expect, test } from 'vitest';
import { limitFor } from './caller.ts';

test.each([
  [true, 200, 1, 200],
  [false, 200, 1, 40],
  [false, 4, 1, 1],
  [false, 28, 7, 7],
])('a person with isTrusted %s gets of %i, at least %i: %i', (isTrusted, most, least, share) =>
  expect(limitFor({ isTrusted }, most, least)).toBe(share),
);
