import { expect, test } from 'vitest';
import { drawRecoveryCodes, hashOfRecoveryCode } from './recovery-codes.ts';

test('drawRecoveryCodes draws ten different codes of 80 bits in groups of four', () => {
  const drawn = Array.from({ length: 50 }, () => drawRecoveryCodes());
  for (const { codes, hashes } of drawn) {
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^([\dA-HJKMNP-TV-Z]{4}-){3}[\dA-HJKMNP-TV-Z]{4}$/);
    expect(hashes).toEqual(codes.map(hashOfRecoveryCode));
  }
  expect(new Set(drawn.flatMap(({ codes }) => codes)).size).toBe(500);
  // Every symbol occurs at every place: five bits each.
  const places = Array.from(
    { length: 16 },
    (_, at) => new Set(drawn.flatMap(({ codes }) => codes.map((code) => code.replaceAll('-', '')[at]))),
  );
  expect(places.map(({ size }) => size)).toEqual(Array(16).fill(32));
});

test('hashOfRecoveryCode ignores case, dashes and spaces, and accepts letters that look like digits', () => {
  const hash = hashOfRecoveryCode('7K0Q-1M9X-ABCD-WXYZ');
  for (const typed of ['7k0q1m9xabcdwxyz', ' 7K0Q 1M9X – ABCD.WXYZ ', '7koq-im9x-abcd-wxyz', '7kOq lm9x abcd wxyz']) {
    expect(hashOfRecoveryCode(typed)).toBe(hash);
  }
  expect(hashOfRecoveryCode('7K0Q-1M9X-ABCD-WXYA')).not.toBe(hash);
});
