import { afterEach, expect, test, vi } from 'vitest';
import { codeAlphabet as alphabet } from '#contract/resources/codes.ts';
import { makeCode } from './make-codes.ts';

afterEach(() => vi.restoreAllMocks());

test('the alphabet has no two letters that look alike', () => {
  const alike = ['0ODQ', '1IL', '2Z', '5S', '6G', '8B', 'UV'];
  for (const group of alike) expect([group, group.split('').filter((letter) => alphabet.includes(letter)).length]).toEqual([group, 0]);
  expect(new Set(alphabet).size).toBe(alphabet.length);
});

test('a code is a prefix and at least 50 random bits in readable groups', () => {
  const code = makeCode('CREW-');
  expect(code).toMatch(new RegExp(`^CREW-(?:[${alphabet}]{4}-){2}[${alphabet}]{4}$`));
  const letters = code.slice('CREW-'.length).replaceAll('-', '').length;
  expect(letters * Math.log2(alphabet.length)).toBeGreaterThanOrEqual(50);
  expect(new Set(Array.from({ length: 500 }, () => makeCode(''))).size).toBe(500);
});

test('all letters are equally likely', () => {
  // Returns every byte equally often; biased ones must be skipped.
  let next = 0;
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    (bytes as unknown as Uint8Array).forEach((_, index) => ((bytes as unknown as Uint8Array)[index] = next++ % 256));
    return bytes;
  });
  const counts = new Map<string, number>();
  const rounds = alphabet.length * 256;
  for (let round = 0; round < rounds; round += 1) {
    for (const letter of makeCode('').replaceAll('-', '')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const [least, most] = [Math.min(...counts.values()), Math.max(...counts.values())];
  expect(counts.size).toBe(alphabet.length);
  expect(most / least).toBeLessThan(1.03);
});
