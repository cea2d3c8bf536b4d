import { randomInt } from 'node:crypto';
import { firstCodeAlphabet as alphabet } from '#contract/resources/codes.ts';

/** Returns a random code of 49.9 bits, which nobody guesses, in two readable groups. A digit distinguishes it from words. */
export function firstCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return /\d/.test(letters) ? `${letters.slice(0, 5)}-${letters.slice(5)}` : firstCode();
}
