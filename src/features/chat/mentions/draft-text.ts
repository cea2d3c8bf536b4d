import { mentionOf, splitMentions } from '#contract/rules/mentions.ts';

type NameOf = (userId: number) => string;

interface Piece {
  /** The part as it is stored and as the field shows it, with its places in both texts. */
  readonly text: string;
  readonly shown: string;
  readonly at: number;
  readonly shownAt: number;
  /** Undefined for the text between mentions. */
  readonly userId: number | undefined;
}

function piecesOf(content: string, nameOf: NameOf): Piece[] {
  let at = 0;
  let shownAt = 0;
  return splitMentions(content).map((part, index) => {
    const userId = index % 2 ? Number(part) : undefined;
    const text = userId === undefined ? part : mentionOf(userId);
    const shown = userId === undefined ? part : `@${nameOf(userId)}`;
    const piece = { text, shown, at, shownAt, userId };
    at += text.length;
    shownAt += shown.length;
    return piece;
  });
}

/** Returns the text of the field: a draft contains ids like a post, and the field shows names. */
export const shownDraft = (content: string, nameOf: NameOf): string =>
  piecesOf(content, nameOf)
    .map(({ shown }) => shown)
    .join('');

/** Returns the places of the mentions in the text of the field. */
export const mentionPlaces = (content: string, nameOf: NameOf): number[] =>
  piecesOf(content, nameOf).flatMap(({ userId, shownAt }) => (userId === undefined ? [] : [shownAt]));

/**
 * Returns the draft after its text in the field was changed. Mentions before and after the changed part stay, and so do those that the new
 * part names in full; a name that was edited is plain text. `caret` is the end of the change, if it is known.
 */
export function changedDraft(content: string, changed: string, nameOf: NameOf, caret = changed.length): string {
  const pieces = piecesOf(content, nameOf);
  const before = shownDraft(content, nameOf);
  const most = Math.min(before.length, changed.length);
  const rest = changed.slice(caret);
  let end = rest.length <= most && before.endsWith(rest) ? rest.length : 0;
  let start = 0;
  while (start < most - end && before[start] === changed[start]) start += 1;
  while (end < most - start && before.at(-1 - end) === changed.at(-1 - end)) end += 1;
  // A mention at the edge of the change belongs to it as a whole.
  const isCut = (place: number) =>
    pieces.find(({ userId, shown, shownAt }) => userId !== undefined && shownAt < place && place < shownAt + shown.length);
  const from = isCut(start)?.shownAt ?? start;
  const last = isCut(before.length - end);
  const to = last ? last.shownAt + last.shown.length : before.length - end;
  const stored = (place: number): number => {
    const piece = pieces.findLast(({ shownAt }) => shownAt <= place);
    if (!piece) return 0;
    const inside = place - piece.shownAt;
    return piece.at + (inside >= piece.shown.length ? piece.text.length : inside);
  };
  const middle = changed.slice(from, changed.length - (before.length - to));
  return content.slice(0, stored(from)) + withMentions(middle, pieces) + content.slice(stored(to));
}

/** Puts ids in place of the full names of people whom the draft mentions, longer names first. */
function withMentions(text: string, pieces: readonly Piece[]): string {
  const mentions = pieces.filter(({ userId }) => userId !== undefined).toSorted((one, other) => other.shown.length - one.shown.length);
  let changed = text;
  for (const { shown, userId = 0 } of mentions)
    changed = changed.split(shown).reduce((all, next) => all + (isLetter(next) ? shown : mentionOf(userId)) + next);
  return changed;
}

const isLetter = (text: string): boolean => /^[\p{L}\p{N}]/u.test(text);
