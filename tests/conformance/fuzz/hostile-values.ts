import fc from 'fast-check';

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'nul\0inside',
  '\u202e\u2066evil\u2069',
  '\u200b\ufeff',
  '\ud800',
  'half \udfff a pair \ud83d',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'e\u0301'.repeat(50),
  '__proto__',
  'constructor',
  'toString',
  "'; drop table users; --",
  '%00%2e%2e%2f',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '=1+1',
  '{{title}}$&$1',
  'null',
  'NaN',
  '-0',
  '1e999',
  '2026-13-45T99:99:99Z',
  '275760-09-13T00:00:00.001Z',
  'x'.repeat(30_000),
  '\u{1f600}'.repeat(5_000),
];

/** Numbers that JSON allows and code may not expect. */
const hostileNumbers = [0, -0, -1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 53) - 2, 1e308, 5e-324];

/** Shapes with own `__proto__` keys, which only JSON creates. */
const hostileShapes = ['[]', '{}', '{"__proto__":{"role":"admin"}}', '{"length":-1}', '{"toString":null}', '[[[[]]]]'];

export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  false,
  ...hostileNumbers,
  ...hostileShapes.map((text) => JSON.parse(text) as unknown),
];

/** Field names that no schema has; some exist on every object. */
export const hostileNames: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '\0',
  'id',
  'version',
  'eventId',
  'authorId',
  'role',
  'order',
  'x'.repeat(30_000),
];

export const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 40 }));

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText, weight: 4 },
  { arbitrary: fc.constantFrom(...hostileValues.slice(hostileTexts.length)), weight: 6 },
  { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 },
);

export const hostileName = fc.oneof(fc.constantFrom(...hostileNames), hostileText);
