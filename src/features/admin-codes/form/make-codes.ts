import { codeAlphabet as alphabet } from '#contract/resources/codes.ts';

/** Twelve of nineteen letters: 50.9 random bits. */
const length = 12;

/** Bytes from here on would make the first letters of the alphabet more likely. */
const unfair = 256 - (256 % alphabet.length);

/** Returns a random code like `CREW-ACEF-HJKM-NPRT`. */
export function makeCode(prefix: string): string {
  let letters = '';
  while (letters.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) if (byte < unfair) letters += alphabet[byte % alphabet.length];
  }
  const groups = letters.slice(0, length).match(/.{4}/g) as string[];
  return prefix + groups.join('-');
}
