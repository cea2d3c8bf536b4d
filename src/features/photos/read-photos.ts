import { Dexie } from 'dexie';
import type { Photo } from '../../../contract/resources/photos.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { Stored } from '../../db/records.ts';

export type StoredPhoto = Stored<Photo>;

const ofEvent = (db: EventDatabase, eventId: number) =>
  db.mirror('photos').where('[eventId+order]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]);

export async function countPhotos(db: EventDatabase, eventId: number): Promise<number> {
  return ofEvent(db, eventId).count();
}

/** The newest photos, what waits to be sent before all others; `offset` of them passed over. */
export async function newestPhotos(db: EventDatabase, eventId: number, offset: number, limit: number): Promise<StoredPhoto[]> {
  return ofEvent(db, eventId).reverse().offset(offset).limit(limit).toArray();
}
