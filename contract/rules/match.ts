import type { QueryWord } from './fold.ts';

/** How close a word of a text is to one of the query; smaller is closer. */
const exact = 0;
const beginning = 1;
const part = 2;
const none = 3;

const space = 0x20;

/** Returns the closest match of a word in a folded text. */
function closeness(text: string, { spellings, isAnywhere }: QueryWord): number {
  let closest = none;
  for (const spelling of spellings) {
    const sought = isAnywhere ? spelling : ` ${spelling}`;
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
      const isBeginning = !isAnywhere || text.charCodeAt(at - 1) === space;
      if (isBeginning && text.charCodeAt(at + sought.length) === space) return exact;
      closest = Math.min(closest, isBeginning ? beginning : part);
    }
  }
  return closest;
}

/** Returns the distance of a row from the query, or null if a word does not match. Any match in the title is closer than one in the text. */
export function distanceOf(title: string, text: string, words: readonly QueryWord[]): number | null {
  let distance = 0;
  for (const word of words) {
    const inTitle = closeness(title, word);
    if (inTitle < none) {
      distance += inTitle;
      continue;
    }
    const inText = closeness(text, word);
    if (inText === none) return null;
    distance += none + inText;
  }
  return distance;
}
