/** Capitals and digits of which, read or written by hand, none is taken for another one: no O, D, Q or 0, no I, L or 1, no 2, 5, 6 or 8 … */
export const alphabet = '3479ACEFHJKMNPRTWXY';

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
