import { Dexie } from 'dexie';
import type { Participant } from '../../../contract/resources/participants.ts';
import { photos, type Photo } from '../../../contract/resources/photos.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry, Stored } from '../../db/records.ts';

export type StoredPhoto = Stored<Photo>;

/** Who shared the photos, by user id; people who have left the event are missing. */
export type Sharers = ReadonlyMap<number, Participant>;

const ofEvent = (db: EventDatabase, eventId: number) =>
  db.mirror('photos').where('[eventId+order]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]);

export async function countPhotos(db: EventDatabase, eventId: number): Promise<number> {
  return ofEvent(db, eventId).count();
}

/** The newest photos, what waits to be sent before all others; `offset` of them passed over. */
export async function newestPhotos(db: EventDatabase, eventId: number, offset: number, limit: number): Promise<StoredPhoto[]> {
  return ofEvent(db, eventId).reverse().offset(offset).limit(limit).toArray();
}

export async function sharersOf(db: EventDatabase, eventId: number, shown: readonly StoredPhoto[]): Promise<Sharers> {
  const ids = [...new Set(shown.map(({ authorId }) => `${eventId}-${authorId}`))];
  const people = await db.mirror('participants').bulkGet(ids);
  return new Map(people.flatMap((person) => (person ? [[person.userId, person]] : [])));
}

/** Commands on photos of this event that need the person. */
export async function refusedPhotos(db: EventDatabase, eventId: number): Promise<OutboxEntry[]> {
  return db.outbox
    .orderBy('seq')
    .filter((entry) => entry.resource === photos.name && entry.eventId === eventId && entry.state !== 'waiting')
    .toArray();
}
