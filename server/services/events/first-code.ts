import { randomInt } from 'node:crypto';

/** 32 letters and digits, none of which looks like another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The code that a new event comes with: 50 bits that nobody guesses, in two groups that can be read out. */
export function firstCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
