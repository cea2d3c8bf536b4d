import { limits } from '#contract/limits.ts';
import { type Dating, type DatingRating, ratingOf, type DatingMatch } from '#contract/resources/dating.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { readRefused } from '#commands/use-refused.ts';
import type { OutboxEntry, Stored } from '#db/records.ts';
import { hiddenBy, type People, peopleOf } from '#sync/mirror/people.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { ratingsShown } from './rating-tabs.ts';
import { readMatches, readOwn } from './read-dating.ts';

export interface OwnDating {
  /** Null if the person never opted in. */
  readonly row: Stored<Dating> | null;
  readonly refused: readonly OutboxEntry[];
}

/** Returns the interests and ratings of this person; undefined until they are read. */
export function useOwnDating(eventId: number): OwnDating | undefined {
  return useLive(async (db) => ({ row: await readOwn(db, eventId), refused: await readRefused(db, ['dating'], eventId) }), [eventId]);
}

/** One page of the people with one rating, and the number of people per rating. */
export interface RatedPage {
  /** The requested tab and page, which may be the previous ones until the next are read. */
  readonly query: { readonly rating: DatingRating; readonly page: number };
  readonly counts: Readonly<Record<DatingRating, number>>;
  readonly page: number;
  readonly pages: number;
  readonly people: readonly Participant[];
}

/** Returns undefined until read, and the last page if `page` no longer exists. */
export function useRated(eventId: number, rating: DatingRating, page: number): RatedPage | undefined {
  return useLive(
    async (db) => {
      const [hidden, own, shown] = await Promise.all([
        hiddenBy(db),
        readOwn(db, eventId),
        db.mirror('datingParticipants').where('eventId').equals(eventId).toArray(),
      ]);
      // Sorted by random ids, which favour nobody.
      const others = shown
        .filter(({ userId }) => userId !== db.userId && !hidden.has(userId))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1));
      const rated = (expected: DatingRating): number[] =>
        others.flatMap(({ userId }) => (ratingOf(own, userId) === expected ? [userId] : []));
      const all = rated(rating);
      const pages = Math.max(1, Math.ceil(all.length / limits.datingPageSize));
      const at = Math.min(page, pages);
      const ids = all.slice((at - 1) * limits.datingPageSize, at * limits.datingPageSize);
      const people = await peopleOf(db, eventId, ids);
      return {
        query: { rating, page },
        counts: Object.fromEntries(ratingsShown.map((one) => [one, rated(one).length])) as RatedPage['counts'],
        page: at,
        pages,
        people: ids.flatMap((id) => people.get(id) ?? []),
      };
    },
    [eventId, rating, page],
  );
}

export interface Matches {
  readonly matches: readonly DatingMatch[];
  readonly people: People;
}

/** Returns the matches of this person; undefined until they are read. */
export function useMatches(eventId: number): Matches | undefined {
  return useLive(
    async (db) => {
      const matches = await readMatches(db, eventId);
      const people = await peopleOf(
        db,
        eventId,
        matches.map(({ otherId }) => otherId),
      );
      return { matches: matches.filter(({ otherId }) => people.has(otherId)), people };
    },
    [eventId],
  );
}
