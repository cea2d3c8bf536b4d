import { foldWithPlaces, type PlacedText, type QueryWord } from '#contract/rules/fold.ts';

/** A text in parts: those with an odd index match the query. */
export type Marked = readonly string[];

type Range = readonly [from: number, to: number];

/** The letters before the first match, and the most in total. */
const before = 40;
const most = 160;

/** Returns the whole text with the matches marked. */
export const markedIn = (text: string, words: readonly QueryWord[]): Marked => cut(text, rangesIn(text, words));

/** Returns a line of the text around the first match, with the matches marked; without a match its beginning. */
export function snippetOf(text: string, words: readonly QueryWord[]): Marked {
  const line = text.replace(/\s+/g, ' ').trim();
  const ranges = rangesIn(line, words);
  const start = beginning(line, ranges[0]?.[0] ?? 0);
  const end = line.length - start <= most ? line.length : ending(line, start + most);
  const shown = ranges.filter(([from]) => from < end).map(([from, to]): Range => [from - start, Math.min(to, end) - start]);
  const [first = '', ...rest] = cut(line.slice(start, end), shown);
  const parts = [start > 0 ? `…${first}` : first, ...rest];
  if (end < line.length) parts[parts.length - 1] += '…';
  return parts;
}

/** Returns whether a text has a match. */
export const hasMatch = (marked: Marked): boolean => marked.length > 1;

/** Returns the start of a line that shows the first match; a word or a character is not cut. */
function beginning(line: string, match: number): number {
  if (match <= before) return 0;
  const start = match - before;
  const space = line.indexOf(' ', start);
  return space >= 0 && space < match ? space + 1 : wholeCharacter(line, start);
}

function ending(line: string, end: number): number {
  const space = line.lastIndexOf(' ', end);
  return space > end - before ? space : wholeCharacter(line, end);
}

/** Returns the place, or the next one if a pair of surrogates would be cut. */
const wholeCharacter = (line: string, place: number): number => (/[\udc00-\udfff]/.test(line.charAt(place)) ? place + 1 : place);

function rangesIn(text: string, words: readonly QueryWord[]): Range[] {
  const placed = foldWithPlaces(text);
  const found = words.flatMap((word) => placed.flatMap((folded) => rangesOf(folded, word)));
  const joined: Range[] = [];
  for (const [from, to] of found.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

function rangesOf({ folded, starts, ends }: PlacedText, { spellings, isAnywhere }: QueryWord): Range[] {
  const ranges: Range[] = [];
  for (const spelling of spellings) {
    for (let at = folded.indexOf(spelling); at >= 0; at = folded.indexOf(spelling, at + spelling.length)) {
      if (isAnywhere || folded[at - 1] === ' ') ranges.push([starts[at] ?? 0, ends[at + spelling.length - 1] ?? 0]);
    }
  }
  return ranges;
}

function cut(text: string, ranges: readonly Range[]): Marked {
  const parts: string[] = [];
  let place = 0;
  for (const [from, to] of ranges) {
    parts.push(text.slice(place, from), text.slice(from, to));
    place = to;
  }
  return [...parts, text.slice(place)];
}
