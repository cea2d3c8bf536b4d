import { expect, test } from 'vitest';
import { isTyped, nameToType } from './admin-users.ts';

const email = 'ada@camp.example';

test.each([
  ['Ada', 'Ada'],
  ['', email],
  ['\u200b\u2060', email],
  ['\u3164', email],
  ['\u2800', email],
  ['A\u202eda\u200b', 'Ada'],
])('asks for the name %j as %j', (name, expected) => {
  expect(nameToType({ name, email })).toBe(expected);
  expect(isTyped(nameToType({ name, email }), ` ${expected} `)).toBe(true);
});
