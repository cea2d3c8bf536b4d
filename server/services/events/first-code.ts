import { randomInt } from 'node:crypto';
import { firstCodeAlphabet as alphabet } from '../../../contract/resources/codes.ts';

/** The code that a new event comes with: 49.9 bits that nobody guesses, in two groups that can be read out. A digit tells it from two words. */
export function firstCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return /\d/.test(letters) ? `${letters.slice(0, 5)}-${letters.slice(5)}` : firstCode();
}
