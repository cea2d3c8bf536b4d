import type { RowId } from '#contract/resource.ts';
import type { Participant } from '#contract/resources/participants.ts';
import type { Post } from '#contract/resources/posts.ts';
import { fold, type QueryWord, queryWords } from '#contract/rules/fold.ts';
import { distanceOf } from '#contract/rules/match.ts';
import { mentionOf, mentionsIn, withNames } from '#contract/rules/mentions.ts';
import { type AnyRow, type Found, type Kind, kindNames, kindOf } from './kinds.ts';
import { hasMatch, type Marked, markedIn, snippetOf } from './marks.ts';
import type { Stored } from '#db/records.ts';

/** A question of the screen. */
export interface Query {
  readonly text: string;
  /** The kinds whose screens the event has. */
  readonly kinds: readonly Kind[];
  /** The most rows of a kind, if they are more than usual. */
  readonly most: Readonly<Partial<Record<Kind, number>>>;
  /** In ms since the epoch. */
  readonly now: number;
  /** The name of mentioned people who left. */
  readonly former?: string | undefined;
}

export type Hit = { readonly [Name in Kind]: HitOf<Name> }[Kind];

export interface HitOf<Name extends Kind> {
  readonly kind: Name;
  readonly row: Stored<Found[Name]>;
  /** Undefined for a person who left, and for rows of nobody. */
  readonly author: Participant | undefined;
  readonly title: Marked;
  /** Null if the text does not match. */
  readonly snippet: Marked | null;
  readonly place: Marked | null;
}

export interface Group {
  readonly kind: Kind;
  /** The number of all hits. */
  readonly count: number;
  readonly hits: readonly Hit[];
}

/** The hits of each kind before the person asks for more. */
export const usualHits = 4;

/** A row with its folded text. */
interface Entry {
  readonly row: AnyRow;
  readonly title: string;
  readonly text: string;
}

interface Limits extends Pick<Query, 'now' | 'former'> {
  /** The most rows. */
  readonly limit: number;
}

interface Candidate {
  readonly entry: Entry;
  readonly distance: number;
  readonly rank: number;
}

/** Finds rows by words: looks through the folded text of each one, which needs no structure that changes would have to keep level. */
export class SearchIndex {
  readonly #entries = new Map<Kind, Map<RowId, Entry>>(kindNames.map((kind) => [kind, new Map()]));
  #hidden: ReadonlySet<number> = new Set();

  /** Excludes the rows of these people. */
  hide(people: ReadonlySet<number>): void {
    this.#hidden = people;
  }

  /** Replaces all rows of a kind. */
  load(kind: Kind, rows: readonly AnyRow[]): void {
    const before = this.#of(kind);
    const entries = rows.map((row): [RowId, Entry] => {
      const known = before.get(row.id);
      return [row.id, known && isSame(known.row, row) ? known : this.#entryOf(kind, row)];
    });
    // The newest first: most of the others are no better than the best ones then.
    this.#entries.set(kind, new Map(entries.reverse()));
    if (kind === 'participants') this.#nameAgain(({ content }) => mentionsIn(content).length > 0);
  }

  put(kind: Kind, row: AnyRow): void {
    const before = this.#of(kind).get(row.id)?.title;
    const entry = this.#entryOf(kind, row);
    this.#of(kind).set(row.id, entry);
    if (kind === 'participants' && before !== entry.title) this.#nameAgain(mentioning(row as Participant));
  }

  remove(kind: Kind, id: RowId): void {
    const row = this.#of(kind).get(id)?.row;
    this.#of(kind).delete(id);
    if (kind === 'participants' && row) this.#nameAgain(mentioning(row as Participant));
  }

  /** Folds posts again that show another name now. */
  #nameAgain(isNamed: (post: Post) => boolean): void {
    const posts = this.#of('posts');
    for (const [id, { row }] of posts) if (isNamed(row as Post)) posts.set(id, this.#entryOf('posts', row));
  }

  /** Returns the best rows by kind, the kind with the best row first. */
  search({ text, kinds, most, now, former }: Query): Group[] {
    const words = queryWords(text);
    if (words.length === 0) return [];
    const groups = kinds.map((kind) => this.#searchKind(kind, words, { limit: most[kind] ?? usualHits, now, former }));
    const found = groups.filter(({ count }) => count > 0);
    return found.toSorted((one, other) => one.best - other.best).map(({ kind, count, hits }) => ({ kind, count, hits }));
  }

  #searchKind(kind: Kind, words: readonly QueryWord[], { limit, now, former }: Limits): Group & { best: number } {
    const { author, rank } = kindOf(kind);
    const best: Candidate[] = [];
    let count = 0;
    for (const entry of this.#of(kind).values()) {
      const distance = distanceOf(entry.title, entry.text, words);
      if (distance === null || (author && this.#hidden.has(author(entry.row)))) continue;
      count += 1;
      const candidate = { entry, distance, rank: rank(entry.row, now) };
      const last = best[limit - 1];
      if (last && !isBetter(candidate, last)) continue;
      insert(best, candidate, limit);
    }
    const hits = best.map(({ entry }) => this.#hitOf(kind, entry, words, former));
    // The words of a title are one distance apart from those of a text.
    return { kind, count, hits, best: Math.floor((best[0]?.distance ?? 0) / (3 * words.length)) };
  }

  #hitOf(kind: Kind, { row }: Entry, words: readonly QueryWord[], former: string | undefined): Hit {
    const { title, place, author } = kindOf(kind);
    const person = author && this.#of('participants').get(`${row.eventId}-${author(row)}`)?.row;
    const snippet = snippetOf(this.#textOf(kind, row, former), words);
    const shownPlace = place?.(row);
    return {
      kind,
      row,
      author: person as Participant | undefined,
      title: markedIn(title(row), words),
      snippet: hasMatch(snippet) ? snippet : null,
      place: shownPlace ? markedIn(shownPlace, words) : null,
    } as unknown as Hit;
  }

  #entryOf(kind: Kind, row: AnyRow): Entry {
    const { title, place } = kindOf(kind);
    return { row, title: fold(title(row)), text: fold(`${this.#textOf(kind, row)}\n${place?.(row) ?? ''}`) };
  }

  /** Returns the text of a row, in posts with the present names of mentioned people. */
  #textOf(kind: Kind, row: AnyRow, former = ''): string {
    const text = kindOf(kind).text(row);
    if (kind !== 'posts') return text;
    const nameOf = (userId: number): string =>
      (this.#of('participants').get(`${row.eventId}-${userId}`)?.row as Participant | undefined)?.name ?? former;
    return withNames(text, nameOf);
  }

  #of(kind: Kind): Map<RowId, Entry> {
    return this.#entries.get(kind) as Map<RowId, Entry>;
  }
}

const isSame = (one: AnyRow, other: AnyRow): boolean => one.version === other.version && !one.$pending && !other.$pending;

const mentioning =
  ({ userId }: Participant) =>
  ({ content }: Post): boolean =>
    content.includes(mentionOf(userId));

/** Adds a candidate to the best ones, which are sorted. */
function insert(best: Candidate[], candidate: Candidate, limit: number): void {
  let place = best.length;
  while (place > 0 && isBetter(candidate, best[place - 1] as Candidate)) place -= 1;
  best.splice(place, 0, candidate);
  best.length = Math.min(best.length, limit);
}

function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.distance !== other.distance) return one.distance < other.distance;
  if (one.rank !== other.rank) return one.rank < other.rank;
  return one.entry.title < other.entry.title;
}
