import type { Participant } from '#contract/resources/participants.ts';
import { plain, sortedByName } from '#contract/rules/people-search.ts';

/** The rows of the list. */
const most = 6;

/** The longest name that is looked for, in UTF-16 code units. */
const longest = 40;

/** An unfinished mention before the caret: the place of its `@`, and the letters after it. */
export interface Begun {
  readonly from: number;
  readonly letters: string;
}

/** Returns the mention that ends at the caret, or null. An `@` within a word belongs to an address. */
export function mentionBefore(text: string, caret: number): Begun | null {
  const from = caret > 0 ? text.lastIndexOf('@', caret - 1) : -1;
  if (from < 0 || caret - from > longest) return null;
  if (from > 0 && /[\p{L}\p{N}._%+-]/u.test(text.charAt(from - 1))) return null;
  const letters = text.slice(from + 1, caret);
  return /^\s|\n|\s\s/.test(letters) ? null : { from, letters };
}

interface Candidates {
  readonly people: readonly Participant[];
  /** The ids of people who wrote last, who come first. */
  readonly near: readonly number[];
  /** The ids of people who are left out. */
  readonly without: ReadonlySet<number>;
}

/** Returns the best people whose name, or a word of it, begins with these letters. */
export function completions(letters: string, { people, near, without }: Candidates): Participant[] {
  const begin = plain(letters);
  const found = sortedByName(people.filter(({ userId, name }) => !without.has(userId) && ` ${plain(name.trim())}`.includes(` ${begin}`)));
  const placeOf = ({ userId }: Participant): number => (near.includes(userId) ? near.indexOf(userId) : near.length);
  const isFirstWord = ({ name }: Participant): boolean => plain(name.trim()).startsWith(begin);
  return found
    .filter(({ name }) => name.trim() !== '')
    .toSorted((one, other) => Number(isFirstWord(other)) - Number(isFirstWord(one)) || placeOf(one) - placeOf(other))
    .slice(0, most);
}
