import { type Evidence, userStatisticId, type Statistic } from '#contract/resources/statistics.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { statisticsOf } from './read-statistics.ts';

export interface Counter {
  readonly statistic: Statistic;
  readonly value: number;
  /** Own evidence pictures, newest first. */
  readonly pictures: readonly Stored<Evidence>[];
  readonly waiting: boolean;
}

export function useCounters(eventId: number): readonly Counter[] | undefined {
  return useLive(
    async (db) => {
      const statistics = await statisticsOf(db, eventId);
      const own = await db.mirror('userStatistics').bulkGet(statistics.map(({ id }) => `${id}-${db.userId}`));
      const proofs = await Promise.all(statistics.map(({ id }) => proofsOf(db, eventId, id)));
      return statistics.map((statistic, index) => {
        const pictures = proofs[index] ?? [];
        const record = own[index]?.$gone ? undefined : own[index];
        const waiting = [record, ...pictures].some((each) => (each?.$pending?.length ?? 0) > 0);
        return { statistic, value: record?.value ?? 0, pictures, waiting };
      });
    },
    [eventId],
  );
}

/** Returns the own count of a statistic including pending commands. */
export async function ownValue(db: EventDatabase, statisticId: number): Promise<number> {
  const record = await db.mirror('userStatistics').get(userStatisticId(statisticId, db.userId));
  return record?.$gone ? 0 : (record?.value ?? 0);
}

/** Returns the own pictures; a device has no others. */
async function proofsOf(db: EventDatabase, eventId: number, statisticId: number): Promise<Stored<Evidence>[]> {
  const found = await db.mirror('evidence').where('[eventId+statisticId]').equals([eventId, statisticId]).toArray();
  // Ids sort by the time of creation (RFC 9562, version 7).
  return found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}
