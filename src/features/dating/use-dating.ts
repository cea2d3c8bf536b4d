import { limits } from '../../../contract/limits.ts';
import { type Dating, type DatingRating, ratingOf } from '../../../contract/resources/dating.ts';
import type { DatingMatch } from '../../../contract/resources/dating-matches.ts';
import type { Participant } from '../../../contract/resources/participants.ts';
import { readRefused } from '../../commands/use-refused.ts';
import type { OutboxEntry, Stored } from '../../db/records.ts';
import { hiddenBy } from '../../sync/mirror/hidden.ts';
import { type People, peopleOf } from '../../sync/mirror/people-of.ts';
import { useLive } from '../../sync/react/hooks.tsx';
import { ratingsShown } from './rating-tabs.ts';
import { readMatches, readOwn } from './read-dating.ts';

export interface OwnDating {
  /** Null where nothing was ever said. */
  readonly row: Stored<Dating> | null;
  readonly refused: readonly OutboxEntry[];
}

/** What one has said of oneself and of others; `undefined` until it is read. */
export function useOwnDating(eventId: number): OwnDating | undefined {
  return useLive(async (db) => ({ row: await readOwn(db, eventId), refused: await readRefused(db, ['dating'], eventId) }), [eventId]);
}

/** One page of those who have one rating, and how many there are of each. */
export interface RatedPage {
  /** What was asked for: for a moment after another is chosen it is still this one. */
  readonly asked: { readonly rating: DatingRating; readonly page: number };
  readonly counts: Readonly<Record<DatingRating, number>>;
  readonly page: number;
  readonly pages: number;
  readonly people: readonly Participant[];
}

/** `undefined` until it is read; of a page that is no more, the last one. */
export function useRated(eventId: number, rating: DatingRating, page: number): RatedPage | undefined {
  return useLive(
    async (db) => {
      const [hidden, own, shown] = await Promise.all([
        hiddenBy(db),
        readOwn(db, eventId),
        db.mirror('datingParticipants').where('eventId').equals(eventId).toArray(),
      ]);
      // By random ids, which prefer nobody.
      const others = shown
        .filter(({ userId }) => userId !== db.userId && !hidden.has(userId))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1));
      const rated = (wanted: DatingRating): number[] => others.flatMap(({ userId }) => (ratingOf(own, userId) === wanted ? [userId] : []));
      const all = rated(rating);
      const pages = Math.max(1, Math.ceil(all.length / limits.datingPageSize));
      const at = Math.min(page, pages);
      const ids = all.slice((at - 1) * limits.datingPageSize, at * limits.datingPageSize);
      const people = await peopleOf(db, eventId, ids);
      return {
        asked: { rating, page },
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

/** With whom one matches; `undefined` until it is read. */
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
