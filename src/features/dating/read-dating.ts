import { type Dating, datingId } from '../../../contract/resources/dating.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { Stored } from '../../db/records.ts';

const moduleId = 18;

/** Whether an event has dating. */
export async function isOffered(db: EventDatabase, eventId: number): Promise<boolean> {
  const module = await db.mirror('modules').get(`${eventId}-${moduleId}`);
  return module?.isActive ?? false;
}

/** What one has said oneself; null where nothing was ever said. */
export async function readOwn(db: EventDatabase, eventId: number): Promise<Stored<Dating> | null> {
  const row = await db.mirror('dating').get(datingId(eventId, db.userId));
  return row && !row.$gone ? row : null;
}

export async function matchIdsIn(db: EventDatabase, eventId: number): Promise<string[]> {
  return (await db.mirror('datingMatches').where('eventId').equals(eventId).primaryKeys()) as string[];
}
