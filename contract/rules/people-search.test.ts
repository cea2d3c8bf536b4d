import { expect, test } from 'vitest';
import { containing, matching, sortedByName } from './people-search.ts';

const person = (name: string, userId = 1) => ({ userId, name, email: 'kl@Demo.example' });

test.each(['', '  ', 'emil', 'SØREN', 'sorensen', 'l s', 'KL@demo', ' example '])('the search "%s" finds Emil Sørensen', (search) => {
  expect(matching(search)(person('Emil Sørensen'))).toBe(true);
});

test.each(['emilia', 'demo.example.org', 'lk@'])('the search "%s" does not find Emil Sørensen', (search) => {
  expect(matching(search)(person('Emil Sørensen'))).toBe(false);
});

test('finds a person without a known address by name', () => {
  expect(matching('emil')({ userId: 1, name: 'Emil' })).toBe(true);
});

test('searches texts of every script', () => {
  expect(containing('ОЗЕР')('Camp', 'лагерь у озера')).toBe(true);
  expect(containing('λιμνη')('Λίμνη')).toBe(true);
  expect(containing('x')('лагерь')).toBe(false);
});

test('sorts people without a name last', () => {
  const people = [person('', 1), person('Zoë', 2), person('', 3), person('Anna', 4)];
  expect(sortedByName(people).map(({ userId }) => userId)).toEqual([4, 2, 1, 3]);
});

test('sorts people by name without case and accents, then by id', () => {
  const people = [person('zoe', 1), person('Özlem', 2), person('Anna', 4), person('anna', 3), person('Oskar', 5)];
  expect(sortedByName(people).map(({ userId }) => userId)).toEqual([3, 4, 5, 2, 1]);
});
