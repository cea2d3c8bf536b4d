import { expect, test } from 'vitest';
import { profileProblem } from './completeness.ts';

const complete = { email: 'anna@camp.example', name: 'Anna', image: '/images/people/a.webp' };

test.each([
  [{}, null],
  [{ name: '' }, 'no_name'],
  [{ name: '  ', emailVerified: false }, 'no_name'],
  [{ email: '' }, 'no_email'],
  [{ email: '', name: '', image: null }, 'missing_fields'],
  [{ email: '', image: null }, 'missing_fields'],
  [{ name: '', image: null }, 'no_name_and_picture'],
  [{ image: null, emailVerified: false }, 'no_picture'],
  [{ emailVerified: false }, 'unconfirmed'],
  [{ emailVerified: true }, null],
  [{ image: null }, 'no_picture'],
  [{ image: '' }, 'no_picture'],
  [{ image: '/images/placeholder-profile.svg' }, 'no_picture'],
])('returns the problem of a profile with %j: %s', (lacking, problem) => expect(profileProblem({ ...complete, ...lacking })).toBe(problem));
