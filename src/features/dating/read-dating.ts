import { ownInEvent } from '../../../contract/rules/own-in-event.ts';
import type { Dating } from '../../../contract/resources/dating.ts';
import type { DatingMatch } from '../../../contract/resources/dating-matches.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { Stored } from '../../db/records.ts';
import { hiddenBy } from '../../sync/mirror/hidden.ts';

const moduleId = 18;

/** Whether an event has dating. */
export async function isOffered(db: EventDatabase, eventId: number): Promise<boolean> {
  const module = await db.mirror('modules').get(`${eventId}-${moduleId}`);
  return module?.isActive ?? false;
}

/** What one has said oneself; null where nothing was ever said. */
export async function readOwn(db: EventDatabase, eventId: number): Promise<Stored<Dating> | null> {
  const row = await db.mirror('dating').get(ownInEvent.idOf(eventId, db.userId));
  return row && !row.$gone ? row : null;
}

/** With whom one matches, without those whom one has hidden. */
export async function readMatches(db: EventDatabase, eventId: number): Promise<DatingMatch[]> {
  const hidden = await hiddenBy(db);
  const matches = await db.mirror('datingMatches').where('eventId').equals(eventId).toArray();
  return matches.filter(({ otherId }) => !hidden.has(otherId));
}

export async function matchIdsIn(db: EventDatabase, eventId: number): Promise<string[]> {
  return (await readMatches(db, eventId)).map(({ id }) => id);
}
