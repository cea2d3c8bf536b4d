import { expect, test } from 'vitest';
import { traitsOf } from './readable.ts';

test.each([
  ['constructor', 'create'],
  ['posts', 'constructor'],
  ['dragons', 'create'],
])('finds no mutation %s.%s, which the contract lacks', (resource, mutation) => {
  expect(traitsOf({ resource, mutation })).toBeUndefined();
});

test('finds the properties of a mutation of the contract', () => {
  expect(traitsOf({ resource: 'photos', mutation: 'create' })).toMatchObject({ kind: 'create', picture: 'url' });
});
