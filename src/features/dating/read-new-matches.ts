import type { EventDatabase } from '#db/database.ts';
import { isOffered, matchIdsIn } from './read-dating.ts';

/** The name of the record with the ids of matches that were shown on this device. */
export const seenName = 'seen-matches';

/** Returns undefined until the first load is complete, because its matches are not new. */
export async function readSeen(db: EventDatabase): Promise<readonly string[] | undefined> {
  return (await db.meta.get(seenName))?.value as string[] | undefined;
}

export async function readNew(db: EventDatabase, eventId: number): Promise<string[]> {
  if (!(await isOffered(db, eventId))) return [];
  const [ids, seen] = await Promise.all([matchIdsIn(db, eventId), readSeen(db)]);
  return seen ? ids.filter((id) => !seen.includes(id)) : [];
}

/** Returns the number of matches in an event that this device has not shown. */
export async function countNewMatches(db: EventDatabase, eventId: number): Promise<number> {
  return (await readNew(db, eventId)).length;
}
