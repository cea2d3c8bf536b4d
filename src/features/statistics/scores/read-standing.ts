import { type Collection, Dexie } from 'dexie';
import type { Statistic } from '../../../../contract/resources/statistics.ts';
import type { UserStatistic } from '../../../../contract/resources/user-statistics.ts';
import type { EventDatabase } from '../../../db/database.ts';
import type { Stored } from '../../../db/records.ts';
import type { Ranked } from './rank.ts';

/** The person's own place in a statistic. */
export interface Standing {
  readonly statistic: Statistic;
  /** `undefined` if one has counted nothing. */
  readonly own: Ranked<Stored<UserStatistic>> | undefined;
  /** How many have counted something. */
  readonly counted: number;
}

/** The rows of a statistic with more than `value`, the lowest first. */
export function above(db: EventDatabase, { id, eventId }: Statistic, value: number): Collection<Stored<UserStatistic>> {
  const rows = db.mirror('userStatistics').where('[eventId+statisticId+value]');
  return rows.between([eventId, id, value], [eventId, id, Dexie.maxKey], false);
}

/** Reads one's own row and counts the others by the index: in a large event every count of anybody runs this again. */
export async function standingOf(db: EventDatabase, statistic: Statistic): Promise<Standing> {
  const [row, counted] = await Promise.all([
    // Not by the contract's own function: the first screen does without the contract.
    db.mirror('userStatistics').get(`${statistic.id}-${db.userId}`),
    above(db, statistic, 0).count(),
  ]);
  if (!row || row.$gone || row.value <= 0) return { statistic, own: undefined, counted };
  return { statistic, own: { row, place: (await above(db, statistic, row.value).count()) + 1 }, counted };
}
