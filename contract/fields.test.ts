import fc from 'fast-check';
import type * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { canonicalEmail, isCanonicalEmail, visibleLine } from './fields.ts';
import { resources } from './resources.ts';

interface Definition {
  readonly type: string;
  readonly shape?: Record<string, Schema>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
}
type Schema = z.ZodMiniType & { _zod: { def: Definition } };

/** Returns every string field of a schema, with its name. */
function stringsIn(schema: Schema, name: string): { name: string; schema: Schema }[] {
  const { type, shape = {}, element, innerType, options = [] } = schema._zod.def;
  if (type === 'string') return [{ name, schema }];
  const inner = [element, innerType, ...options].filter((one) => one !== undefined);
  return [...Object.entries(shape).flatMap(([field, one]) => stringsIn(one, field)), ...inner.flatMap((one) => stringsIn(one, name))];
}

const fields = resources.flatMap((resource) =>
  Object.entries(resource.mutations).flatMap(([mutation, { args }]) =>
    stringsIn(args as Schema, '').map((field) => ({ ...field, at: `${resource.name}.${mutation} ${field.name}` })),
  ),
);

describe('text fields of all mutations', () => {
  test('include more than 30', () => expect(fields.length).toBeGreaterThan(30));

  test.each(fields)('$at stores no carriage return', ({ schema }) => {
    expect(String(schema.safeParse('a\r\nb\rc').data)).not.toContain('\r');
  });

  // Exception: a report quotes a title as its reader saw it.
  const written = fields.filter(({ at }) => !at.startsWith('ownReports.'));
  const names = written.filter(({ name }) => ['name', 'title', 'locationName'].includes(name));

  test.each(names)('$at stores a visible line', ({ schema }) => {
    expect(schema.parse('\u202eSee\u200b\u0007fest\nam See 👩\u200d🚒')).toBe('Seefest am See 👩\u200d🚒');
  });

  test('include the names of all resources that have one', () => {
    expect(names.map(({ at }) => at.replace(/\..*/, ''))).toEqual(
      expect.arrayContaining(['me', 'events', 'schedule', 'announcements', 'meetups', 'shares', 'contactLinks']),
    );
  });
});

test.each([
  ['👨\u200d👩\u200d👧 Familie', '👨\u200d👩\u200d👧 Familie'],
  ['🧑🏽\u200d🚒', '🧑🏽\u200d🚒'],
  ['❤️\u200d🔥', '❤️\u200d🔥'],
  ['\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['An\u200dna\u00ad', 'Anna'],
  ['👨\u200d', '👨'],
  ['a\tb', 'a b'],
])('shows %j as %j on one line', (given, shown) => {
  expect(visibleLine(given)).toBe(shown);
});

test.each([
  [' Anna@Camp.example ', 'anna@camp.example'],
  ['u\u0308ber@camp.example', '\u00fcber@camp.example'],
  ['anna@m\u00fcller.example', 'anna@xn--mller-kva.example'],
  ['anna@mu\u0308ller.example', 'anna@xn--mller-kva.example'],
  ['anna@xn--mller-kva.example', 'anna@xn--mller-kva.example'],
  ['anna\u200b@camp.example', 'anna@camp.example'],
  ['anna@m\u00fcller/x', 'anna@m\u00fcller/x'],
  ['anna', 'anna'],
])('stores the address %j as %j', (given, stored) => {
  expect(canonicalEmail(given)).toBe(stored);
  expect(canonicalEmail(stored)).toBe(stored);
});

test('isCanonicalEmail agrees with canonicalEmail for every address', () => {
  const local = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '.', '+', ' ', '\t', '\u0001', '\u200b', 'ü', 'u\u0308'), maxLength: 6 });
  fc.assert(
    fc.property(local, local, (name, domain) => {
      const email = `${name}@${domain}`;
      expect(isCanonicalEmail(email)).toBe(canonicalEmail(email) === email);
    }),
  );
});
