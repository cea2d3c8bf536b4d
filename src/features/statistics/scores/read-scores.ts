import type { Statistic, UserStatistic } from '#contract/resources/statistics.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import { type People, peopleOf } from '#sync/mirror/people.ts';
import { type Ranked, rank } from './rank.ts';
import { above, type Standing, standingOf } from './read-standing.ts';

export interface Scores extends Standing {
  readonly total: number;
  /** The best, and the own row in any case. */
  readonly shown: readonly Ranked<Stored<UserStatistic>>[];
  readonly people: People;
}

/** Reads the `most` best rows and the own one; all others are only counted. */
export async function scoresOf(db: EventDatabase, statistic: Statistic, most: number): Promise<Scores> {
  const best = above(db, statistic, 0).reverse().limit(most);
  const [standing, rows, total] = await Promise.all([standingOf(db, statistic), best.toArray(), totalOf(db, statistic)]);
  const ranked = rank(rows);
  const { own } = standing;
  const shown = own && ranked.every(({ row }) => row.userId !== db.userId) ? [...ranked, own] : ranked;
  const userIds = shown.map(({ row }) => row.userId);
  return { ...standing, total, shown, people: await peopleOf(db, statistic.eventId, userIds) };
}

/** Returns the sum of all values, which needs every row. */
async function totalOf(db: EventDatabase, { id, eventId }: Statistic): Promise<number> {
  const values = await db.mirror('userStatistics').where('[eventId+statisticId]').equals([eventId, id]).toArray();
  return values.reduce((sum, { value }) => sum + value, 0);
}
