import { codeAlphabet as alphabet } from '../../../contract/resources/codes.ts';

/** Twelve of nineteen: 50.9 bits that nobody guesses. */
const length = 12;

/** Bytes from here on would make the first letters of the alphabet likelier than the others. */
const unfair = 256 - (256 % alphabet.length);

/** A code like `CREW-ACEF-HJKM-NPRT`, by chance. */
export function makeCode(prefix: string): string {
  let letters = '';
  while (letters.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) if (byte < unfair) letters += alphabet[byte % alphabet.length];
  }
  const groups = letters.slice(0, length).match(/.{4}/g) as string[];
  return prefix + groups.join('-');
}
