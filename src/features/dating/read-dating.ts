import { ownInEvent } from '#contract/rules/own-rows.ts';
import type { Dating, DatingMatch } from '#contract/resources/dating.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import { hiddenBy } from '#sync/mirror/people.ts';

const moduleId = 18;

/** Returns whether the event has an active dating module. */
async function isOffered(db: EventDatabase, eventId: number): Promise<boolean> {
  const module = await db.mirror('modules').get(`${eventId}-${moduleId}`);
  return module?.isActive ?? false;
}

/** Returns the dating row of this person, or null. */
export async function readOwn(db: EventDatabase, eventId: number): Promise<Stored<Dating> | null> {
  const row = await db.mirror('dating').get(ownInEvent.idOf(eventId, db.userId));
  return row && !row.$gone ? row : null;
}

/** Returns the matches without hidden people. */
export async function readMatches(db: EventDatabase, eventId: number): Promise<DatingMatch[]> {
  const hidden = await hiddenBy(db);
  const matches = await db.mirror('datingMatches').where('eventId').equals(eventId).toArray();
  return matches.filter(({ otherId }) => !hidden.has(otherId));
}

async function matchIdsIn(db: EventDatabase, eventId: number): Promise<string[]> {
  return (await readMatches(db, eventId)).map(({ id }) => id);
}

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
