import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalEmail } from '#contract/fields.ts';
import { isUsual } from './unreachable-accounts.ts';

test('isUsual agrees with the canonical form for every address', () => {
  const local = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '.', '+', ' ', '\t', '\u0001', '\u200b', 'ü', 'u\u0308'), maxLength: 6 });
  fc.assert(
    fc.property(local, local, (name, domain) => {
      const email = `${name}@${domain}`;
      expect(isUsual(email)).toBe(canonicalEmail(email) === email);
    }),
  );
});
