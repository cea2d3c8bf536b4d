import { expect, test } from 'vitest';
import { profileProblem } from './completeness.ts';

const complete = { email: 'anna@camp.example', name: 'Anna', image: '/images/people/a.webp' };

test.each([
  [{}, null],
  [{ name: '' }, 'missing_fields'],
  [{ name: '  ' }, 'missing_fields'],
  [{ email: '' }, 'missing_fields'],
  [{ name: '', image: null }, 'missing_fields'],
  [{ image: null }, 'no_picture'],
  [{ image: '' }, 'no_picture'],
  [{ image: '/images/placeholder-profile.svg' }, 'no_picture'],
])('%j: %s', (lacking, problem) => expect(profileProblem({ ...complete, ...lacking })).toBe(problem));
