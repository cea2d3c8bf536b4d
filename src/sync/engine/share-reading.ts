import { readMarksId, type ReadMark, seenChangesId } from '#contract/resources/read-marks.ts';
import type { EventDatabase } from '#db/database.ts';
import { noteShared, unsharedChanges } from '../mirror/seen-changes.ts';
import { unsharedMarks } from '../mirror/unshared-marks.ts';
import type { SyncClient } from './client.ts';

/** Returns the marks of lists and of seen changes that the person's other devices do not have. */
export const unsharedReading = async (db: EventDatabase, eventId: number): Promise<readonly ReadMark[]> => [
  ...(await unsharedMarks(db, eventId)),
  ...(await unsharedChanges(db, eventId)),
];

/** Stores the commands that share these marks. An older server rejects only that of the changes. */
export async function shareReading(client: SyncClient, eventId: number): Promise<void> {
  const { db, userId } = client;
  const marks = await unsharedMarks(db, eventId);
  const changes = await unsharedChanges(db, eventId);
  const engine = await client.engine();
  if (marks.length > 0) await engine.execute('readMarks', 'read', { marks }, { id: readMarksId(eventId, userId), eventId });
  if (changes.length === 0) return;
  await engine.execute('readMarks', 'see', { marks: changes }, { id: seenChangesId(eventId, userId), eventId });
  await noteShared(db, eventId, changes);
}
