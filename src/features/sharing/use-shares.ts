import type { ShareType } from '#contract/resources/shares.ts';
import type { CommandOn } from '#feature-kit/command-presenter.ts';
import { readRefused } from '#commands/use-refused.ts';
import { type People, peopleOf } from '#sync/mirror/people-of.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { countShares, readShares, type ShareCounts, type StoredShare } from './read-shares.ts';

export interface Board {
  readonly shares: readonly StoredShare[];
  readonly owners: People;
  readonly refused: readonly CommandOn<'shares'>[];
}

/** Returns the offers of one tab; undefined until they are read. */
export function useBoard(eventId: number, which: ShareType | 'own'): Board | undefined {
  return useLive(
    async (db) => {
      const [shares, refused] = await Promise.all([readShares(db, eventId, which), readRefused(db, ['shares'], eventId)]);
      const owners = await peopleOf(
        db,
        eventId,
        shares.map(({ authorId }) => authorId),
      );
      return { shares, owners, refused };
    },
    [eventId, which],
  );
}

export function useShareCounts(eventId: number | undefined): ShareCounts | undefined {
  return useLive((db) => (eventId === undefined ? undefined : countShares(db, eventId)), [eventId]);
}
