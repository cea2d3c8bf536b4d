import type { Statistic } from '../../../../contract/resources/statistics.ts';
import type { UserStatistic } from '../../../../contract/resources/user-statistics.ts';
import type { EventDatabase } from '../../../db/database.ts';
import type { Stored } from '../../../db/records.ts';
import { type People, peopleOf } from '../../../sync/mirror/people-of.ts';
import { useLive } from '../../../sync/react/hooks.tsx';
import { statisticsOf } from '../read-statistics.ts';
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

/** The statistics of an event with their `most` best; `undefined` until they are read. */
export function useScores(eventId: number, most: number): readonly Scores[] | undefined {
  return useLive(
    async (db) => Promise.all((await statisticsOf(db, eventId)).map((statistic) => scoresOf(db, statistic, most))),
    [eventId, most],
  );
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
