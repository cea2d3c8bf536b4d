import { limits } from '../limits.ts';

/** Lower-case letters that have no decomposition in Unicode. */
const plain: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ς: 'σ' };
const special = /[ßæœøđðþłıς]/g;

/** Letters that people without them on their keyboard write as a pair. */
const pairs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const paired = /[äöüøå]/g;
const withPairs = (lowerCase: string): string => lowerCase.replace(paired, (letter) => pairs[letter] ?? letter);

/** Accents, and characters without a width, such as soft hyphens and the joiners of emoji. */
const unseen = /[\p{M}\p{Cf}\p{Emoji_Modifier}]/gu;
const letters = /[\p{L}\p{N}]/u;
const emoji = /[\p{Extended_Pictographic}\p{RI}]/u;
const pictographs = /\p{Extended_Pictographic}/gu;
const outsideWords = /[^\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]+/gu;

/** A function, because V8 keeps the parts of a text that it replaces by a text: ten times the memory, and three times as slow. */
const asSpace = (): string => ' ';

/** Returns lower-case letters without accents: `strasse` for `Straße`, `cafe` for `Café`, `istanbul` for `İstanbul`. */
function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(unseen, '')
    .toLowerCase()
    .replace(special, (letter) => plain[letter] ?? letter);
}

function plainWords(text: string): string {
  const folded = plainLetters(text);
  return (emoji.test(folded) ? folded.replace(pictographs, ' $& ') : folded).replace(outsideWords, asSpace);
}

const outsideLatin = /[^\0-\xff]|[©®µ]/;
const latinLetters = /[\x80-\xff]/g;
const outsidePlainWords = /[^a-z0-9]+/g;

/**
 * Returns the words of a text, folded, each between spaces: ` strasse am see `. An emoji is a word. Words with umlauts follow once more with
 * pairs of letters, so that `koeln` finds `Köln` and `poet` does not find `Pottery`.
 */
export function fold(text: string): string {
  // The same for most texts of this part of the world, in half of the time and of the memory.
  const isLatin = !outsideLatin.test(text);
  const lower = (isLatin ? text : text.normalize('NFC')).toLowerCase();
  const umlauts = umlautWords(lower).map(withPairs).join(' ');
  if (!isLatin) return plainWords(` ${text} ${umlauts} `);
  return ` ${lower} ${umlauts} `.replace(latinLetters, pieceOf).replace(outsidePlainWords, asSpace);
}

/** Returns the words with umlauts of a text in lower case; some punctuation may be part of them. */
function umlautWords(lower: string): string[] {
  const words: string[] = [];
  let end = 0;
  for (let place = lower.search(paired); place >= 0; place = nextUmlaut(lower, end)) {
    let start = place;
    while (start > end && isInWord(lower.charCodeAt(start - 1))) start -= 1;
    end = place + 1;
    while (end < lower.length && isInWord(lower.charCodeAt(end))) end += 1;
    words.push(lower.slice(start, end));
  }
  return words;
}

function nextUmlaut(lower: string, from: number): number {
  paired.lastIndex = from;
  const place = paired.exec(lower)?.index ?? -1;
  paired.lastIndex = 0;
  return place;
}

const isInWord = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code >= 0xc0;

/** A word of a query: the spellings to look for, and if they may also be inside of a word. */
export interface QueryWord {
  readonly spellings: readonly string[];
  readonly isAnywhere: boolean;
}

/** In UTF-16 code units. Shorter words would be inside of too many others. */
const shortestPart = 4;
/** Scripts without spaces between their words. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Returns the words of a query; one with umlauts is also looked for with pairs of letters. */
export function queryWords(query: string): QueryWord[] {
  const given = query.slice(0, limits.searchLength).normalize('NFC').toLowerCase();
  const found = new Map<string, QueryWord>();
  for (const token of given.split(/\s+/)) {
    const words = wordsOf(token);
    const others = wordsOf(withPairs(token));
    words.forEach((word, index) => {
      const spellings = [...new Set([word, others[index] ?? word])];
      found.set(word, { spellings, isAnywhere: word.length >= shortestPart || unspaced.test(word) });
    });
  }
  return [...found.values()];
}

const wordsOf = (text: string): string[] => plainWords(text).split(' ').filter(Boolean);

/** A text that was folded character by character, to mark matches in the original. */
export interface PlacedText {
  readonly folded: string;
  /** The ends of each folded letter's character in the original. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Returns the folded text with places; in a second form if it has umlauts. */
export function foldWithPlaces(text: string): PlacedText[] {
  const composed = text.toLowerCase().search(paired) >= 0;
  return [placed(text, pieceOf), ...(composed ? [placed(text, pairOf)] : [])];
}

function placed(text: string, pieceOfCharacter: (character: string) => string): PlacedText {
  let folded = ' ';
  const starts = [0];
  const ends = [0];
  let place = 0;
  for (const character of text) {
    const end = place + character.length;
    const piece = pieceOfCharacter(character);
    // An accent or a skin tone belongs to the character before it.
    if (piece === '') for (let letter = ends.length - 1; letter > 0 && ends[letter] === place; letter -= 1) ends[letter] = end;
    for (let letter = 0; letter < piece.length; letter += 1) {
      starts.push(place);
      ends.push(end);
    }
    folded += piece;
    place = end;
  }
  return { folded: `${folded} `, starts, ends };
}

const pieces = new Map<string, string>();

/** Returns the folded form of one character, with a space for all that separates words. */
function pieceOf(character: string): string {
  let piece = pieces.get(character);
  if (piece === undefined) {
    const folded = plainLetters(character);
    if (emoji.test(folded)) piece = folded.replace(pictographs, ' $& ');
    else piece = folded === '' || letters.test(folded) ? folded : ' ';
    pieces.set(character, piece);
  }
  return piece;
}

const pairOf = (character: string): string => pairs[character.toLowerCase()] ?? pieceOf(character);
