import { Dexie } from 'dexie';
import type { Evidence } from '../../../contract/resources/evidence.ts';
import type { Statistic } from '../../../contract/resources/statistics.ts';
import type { UserStatistic } from '../../../contract/resources/user-statistics.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { Stored } from '../../db/records.ts';
import { type People, peopleOf } from '../../sync/mirror/people-of.ts';
import { useLive } from '../../sync/react/hooks.tsx';
import { type Ranked, rank, shortened } from './rank.ts';

/** One statistic with its total and who counted how much, the highest first. */
export interface Scores {
  readonly statistic: Statistic;
  readonly total: number;
  /** The best, and oneself wherever one stands. */
  readonly shown: readonly Ranked<Stored<UserStatistic>>[];
  /** How many more have counted. */
  readonly left: number;
  /** Those who are shown. */
  readonly people: People;
}

const ofEvent = (eventId: number): [unknown[], unknown[]] => [
  [eventId, Dexie.minKey],
  [eventId, Dexie.maxKey],
];

/** The statistics of an event with their `most` best; `undefined` until they are read. */
export function useScores(eventId: number, most: number): readonly Scores[] | undefined {
  return useLive(
    async (db) => Promise.all((await statisticsOf(db, eventId)).map((statistic) => scoresOf(db, statistic, most))),
    [eventId, most],
  );
}

/** One's own counters, those that were never touched included. */
export interface Counter {
  readonly statistic: Statistic;
  readonly value: number;
  /** One's pictures that prove it, the newest first. */
  readonly pictures: readonly Stored<Evidence>[];
  /** Something of it has not been sent yet. */
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

/** One's own pictures; a device has nobody else's. */
async function proofsOf(db: EventDatabase, eventId: number, statisticId: number): Promise<Stored<Evidence>[]> {
  const found = await db.mirror('evidence').where('[eventId+statisticId]').equals([eventId, statisticId]).toArray();
  // Their ids are of the time when they were made (RFC 9562, version 7).
  return found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

function statisticsOf(db: EventDatabase, eventId: number): Promise<Statistic[]> {
  return db
    .mirror('statistics')
    .where('[eventId+id]')
    .between(...ofEvent(eventId))
    .toArray();
}

async function scoresOf(db: EventDatabase, statistic: Statistic, most: number): Promise<Scores> {
  const { id, eventId } = statistic;
  const values = await db.mirror('userStatistics').where('[eventId+statisticId]').equals([eventId, id]).toArray();
  const { shown, left } = shortened(rank(values), most, db.userId);
  return {
    statistic,
    total: values.reduce((sum, { value }) => sum + value, 0),
    shown,
    left,
    people: await peopleOf(
      db,
      eventId,
      shown.map(({ row }) => row.userId),
    ),
  };
}
