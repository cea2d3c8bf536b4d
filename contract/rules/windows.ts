import { limits } from '../limits.ts';
import type { BaseRow, RowId, RowRef } from '../resource.ts';
import type { Dating, DatingMatch } from '../resources/dating.ts';
import type { HiddenPerson } from '../resources/participants.ts';
import type { OwnReport, Report } from '../resources/reports.ts';
import type { Post } from '../resources/posts.ts';
import type { ThreadFollow } from '../resources/thread-follows.ts';
import { mentionsIn } from './mentions.ts';

/*
 * The windows of a big event (decision 117): of its long lists a device holds the newest rows, and rows that others name. The rules are
 * not on the resources, because the app loads those with each start.
 */

/** The newest rows of a list: `first` of those without a parent, and `each` of every other list, `rows` in all. */
export interface NewestRows {
  first: number;
  each: number;
  rows: number;
}

/** The part of a resource that a device holds in a big event; a resource without a window is held whole. */
export type Window =
  /** The newest rows. Rows with the same parent, or with none, are a list; `lists` is the index by event, parent ('' for none) and order. */
  | { readonly kind: 'newest'; readonly size: NewestRows; readonly lists: string; readonly parent?: string }
  /** People whom held rows name, admins, and the person's own row. */
  | { readonly kind: 'named' }
  /** Rows with the id of a held row of `resource`. */
  | { readonly kind: 'with'; readonly resource: string };

/** The limits of windows. Mutable, so that a test can play a big event with few rows. */
export const windowSizes = {
  /** An event is big above these numbers, and small again below half of both. */
  bigMembers: 3_000,
  bigRows: 10_000,
  posts: { first: 300, each: 50, rows: 2_500 } satisfies NewestRows,
  photos: { first: 300, each: 0, rows: 300 } satisfies NewestRows,
  /** The newest threads of a person, and the most rows of them. */
  ownThreads: 100,
  ownRows: 1_000,
  /** More relevant changes than these are a gap: the scope is loaded again. */
  gap: 4_000,
};

/** The rows of a page of a list, as its screen shows them. */
export const pageRows: Readonly<Record<string, number>> = { posts: limits.pageSize, photos: 30, participants: limits.participantsPageSize };

export const windows: Readonly<Partial<Record<string, Window>>> = {
  participants: { kind: 'named' },
  posts: { kind: 'newest', size: windowSizes.posts, lists: '[eventId+thread+order]', parent: 'replyToId' },
  photos: { kind: 'newest', size: windowSizes.photos, lists: '[eventId+order]' },
  reactionCounts: { kind: 'with', resource: 'posts' },
};

/** The lowest `order` from which a device holds all rows of a list, by list. A complete list has 0 or no floor. */
export type Floors = Readonly<Record<string, number>>;

/** The floor of a list whose rows above any order may be missing. */
export const openFloor = Number.MAX_SAFE_INTEGER;

/** Returns the parent of a row, or null. */
export const parentOf = (resource: string, row: object): string | null => {
  const window = windows[resource];
  return window?.kind === 'newest' && window.parent ? (row as Record<string, string | null>)[window.parent]! : null;
};

/** Returns the list of a row: `posts` without a parent, else `posts/{parent}`. */
export function listOf(resource: string, row: object): string {
  const parent = parentOf(resource, row);
  return parent === null ? resource : repliesOf(resource, parent);
}

/** Returns the name of the list of the rows below a parent. */
export const repliesOf = (resource: string, parent: RowId): string => `${resource}/${parent}`;

/** Returns the parent of the rows of a list, or null if they have none. */
export function parentOfList(list: string): RowRef | null {
  const end = list.indexOf('/');
  return end < 0 ? null : { resource: list.slice(0, end), id: list.slice(end + 1) };
}

/** The rows and floors that a device holds of a scope. */
export interface Held {
  readonly isHeld: (resource: string, id: RowId) => boolean;
  readonly floors: Floors;
}

/** Returns whether a device stores a row that arrives as a change. A list without a floor is being loaded, or is whole. */
export function isInside(resource: string, row: BaseRow & { readonly order?: number }, { isHeld, floors }: Held): boolean {
  const window = windows[resource];
  if (!window || isHeld(resource, row.id)) return true;
  if (window.kind === 'named') return false;
  if (window.kind === 'with') return isHeld(window.resource, row.id);
  const parent = parentOf(resource, row);
  return (parent === null || isHeld(resource, parent)) && (row.order ?? 0) >= (floors[listOf(resource, row)] ?? 0);
}

/**
 * Returns the floors after rows have arrived with their floors. The list of a new parent, and one that was being loaded, gets the arrived
 * floor; other lists keep the lower one. `wasHeld` tells whether the device held the parent, or had loaded the list, before.
 */
export function mergeFloors(was: Floors, arrived: Floors, wasHeld: (list: string) => boolean): Floors {
  const merged = Object.entries(arrived).map(([list, floor]) => [list, wasHeld(list) ? Math.min(was[list] ?? 0, floor) : floor]);
  return { ...was, ...Object.fromEntries(merged) };
}

const author = ({ authorId }: { authorId: number }): number[] => [authorId];
const person = ({ userId }: { userId: number }): number[] => [userId];
const other = ({ otherId }: HiddenPerson | DatingMatch): number[] => [otherId];
const subject = ({ subjectId }: OwnReport | Report): number[] => (subjectId === null ? [] : [subjectId]);

/* oxlint-disable typescript/no-explicit-any -- a table of resources holds rows of different types */
const people: Readonly<Partial<Record<string, (row: any) => number[]>>> = {
  posts: ({ authorId, content }: Post) => [authorId, ...mentionsIn(content)],
  photos: author,
  meetups: author,
  shares: author,
  evidence: author,
  attendances: person,
  userStatistics: person,
  datingParticipants: person,
  dating: ({ interestedIn, notInterestedIn }: Dating) => [...interestedIn, ...notInterestedIn],
  datingMatches: other,
  hiddenPeople: other,
  ownReports: subject,
  reports: (row: Report) => [...subject(row), ...(row.decidedBy === null ? [] : [row.decidedBy])],
};
/* oxlint-enable typescript/no-explicit-any */

/** The resources whose rows name people. */
export const namers: readonly string[] = Object.keys(people);

/** Returns the ids of the people whom a row names, so that a device holds their rows as long as this one. */
export const peopleOf = (resource: string, row: object): readonly number[] => people[resource]?.(row) ?? [];

/** Returns whether a row never leaves the device of a person: their posts, and those that mention them. */
export const keeps = (resource: string, row: object, userId: number): boolean =>
  resource === 'posts' && peopleOf(resource, row).includes(userId);

/** The resources whose rows keep another one. */
export const keepers: readonly string[] = ['threadFollows'];

/** Returns the row that another one keeps on the device: a followed thread. */
export function keepsOf(resource: string, row: object): RowRef | null {
  if (!keepers.includes(resource)) return null;
  const { postId, state } = row as ThreadFollow;
  return state === 'followed' ? { resource: 'posts', id: postId } : null;
}
