import { type Collection, Dexie } from 'dexie';
import type { Statistic, UserStatistic } from '#contract/resources/statistics.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import type { Ranked } from './rank.ts';

export interface Standing {
  readonly statistic: Statistic;
  /** Undefined if the person has counted nothing. */
  readonly own: Ranked<Stored<UserStatistic>> | undefined;
  /** Number of people with a count. */
  readonly counted: number;
}

/** Returns the rows of a statistic with more than `value`, lowest first. */
export function above(db: EventDatabase, { id, eventId }: Statistic, value: number): Collection<Stored<UserStatistic>> {
  const rows = db.mirror('userStatistics').where('[eventId+statisticId+value]');
  return rows.between([eventId, id, value], [eventId, id, Dexie.maxKey], false);
}

/** Reads only the own row and counts others by the index, because every count in a large event runs this again. */
export async function standingOf(db: EventDatabase, statistic: Statistic): Promise<Standing> {
  const [row, counted] = await Promise.all([
    // Does not use the contract, which the first screen does not load.
    db.mirror('userStatistics').get(`${statistic.id}-${db.userId}`),
    above(db, statistic, 0).count(),
  ]);
  if (!row || row.$gone || row.value <= 0) return { statistic, own: undefined, counted };
  return { statistic, own: { row, place: (await above(db, statistic, row.value).count()) + 1 }, counted };
}
