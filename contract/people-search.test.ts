import { expect, test } from 'vitest';
import { byName, matches } from './people-search.ts';

const person = (name: string, userId = 1) => ({ userId, name, email: 'kl@Demo.example' });

test.each(['', '  ', 'emil', 'SØREN', 'sorensen', 'l s', 'KL@demo', ' example '])('"%s" finds Emil Sørensen', (search) => {
  expect(matches(person('Emil Sørensen'), search)).toBe(true);
});

test.each(['emilia', 'demo.example.org', 'lk@'])('"%s" does not', (search) => {
  expect(matches(person('Emil Sørensen'), search)).toBe(false);
});

test('somebody whose address is not known yet is found by name', () => {
  expect(matches({ userId: 1, name: 'Emil' }, 'emil')).toBe(true);
});

test('people without a name stand last', () => {
  const people = [person('', 1), person('Zoë', 2), person('', 3), person('Anna', 4)];
  expect(people.toSorted(byName).map(({ userId }) => userId)).toEqual([4, 2, 1, 3]);
});

test('people stand by name, whatever its case and accents, and then by their number', () => {
  const people = [person('zoe', 1), person('Özlem', 2), person('Anna', 4), person('anna', 3), person('Oskar', 5)];
  expect(people.toSorted(byName).map(({ userId }) => userId)).toEqual([3, 4, 5, 2, 1]);
});
