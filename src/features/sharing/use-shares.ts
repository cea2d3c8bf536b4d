import { Dexie } from 'dexie';
import { type Share, type ShareType, shareTypes, unlimited } from '#contract/resources/shares.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import type { CommandOn } from '#feature-kit/command-presenter.ts';
import { readRefused } from '#commands/use-refused.ts';
import { hiddenBy, type People, peopleOf, shownOf } from '#sync/mirror/people.ts';
import { useLive } from '#sync/react/hooks.tsx';

interface Board {
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
  return useLive(eventId === undefined ? null : (db) => countShares(db, eventId), [eventId]);
}

export type StoredShare = Stored<Share>;

const ofType = (db: EventDatabase, eventId: number, type: ShareType, hidden: ReadonlySet<number>) =>
  shownOf(db.mirror('shares').where('[eventId+type+order]').between([eventId, type, Dexie.minKey], [eventId, type, Dexie.maxKey]), hidden);

const ownOf = (db: EventDatabase, eventId: number) => db.mirror('shares').where('[eventId+authorId]').equals([eventId, db.userId]);

/** Number of visible offers by type, and of own ones. */
interface ShareCounts {
  readonly byType: Readonly<Record<ShareType, number>>;
  readonly own: number;
}

async function countShares(db: EventDatabase, eventId: number): Promise<ShareCounts> {
  const hidden = await hiddenBy(db);
  const ofTypes = shareTypes.map((type) => ofType(db, eventId, type, hidden).count());
  const [own, ...counts] = await Promise.all([ownOf(db, eventId).count(), ...ofTypes]);
  return { byType: Object.fromEntries(shareTypes.map((type, index) => [type, counts[index] ?? 0])) as ShareCounts['byType'], own };
}

/** Returns the offers of one type or own ones, newest first; pending ones are newest. */
async function readShares(db: EventDatabase, eventId: number, which: ShareType | 'own'): Promise<StoredShare[]> {
  if (which !== 'own')
    return ofType(db, eventId, which, await hiddenBy(db))
      .reverse()
      .toArray();
  return (await ownOf(db, eventId).toArray()).toSorted((a, b) => b.order - a.order);
}

export const isFree = ({ available }: Pick<Share, 'available'>): boolean => available === unlimited || available > 0;
