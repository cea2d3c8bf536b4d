import { expect, test } from 'vitest';
import { plainDay } from './plain-day.ts';

test.each([
  ['Fr., 27.', 'Fr 27'],
  ['Fri 27', 'Fri 27'],
])('writes the short day %s without commas and full stops', (shortDay, expected) => {
  expect(plainDay(shortDay)).toBe(expected);
});
