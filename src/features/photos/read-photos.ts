import { Dexie } from 'dexie';
import type { Photo } from '#contract/resources/photos.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import { hiddenBy, shownOf } from '#sync/mirror/people.ts';

/** Fills rows of three and of five. */
export const photosPerPage = 30;

export type StoredPhoto = Stored<Photo>;

const ofEvent = (db: EventDatabase, eventId: number, hidden: ReadonlySet<number>) =>
  shownOf(db.mirror('photos').where('[eventId+order]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]), hidden);

/** Returns the number of photos without those of hidden people. */
export async function countPhotos(db: EventDatabase, eventId: number): Promise<number> {
  return ofEvent(db, eventId, await hiddenBy(db)).count();
}

/** Returns the newest photos after the first `offset`, pending ones first. */
export async function newestPhotos(db: EventDatabase, eventId: number, offset: number, limit: number): Promise<StoredPhoto[]> {
  return ofEvent(db, eventId, await hiddenBy(db))
    .reverse()
    .offset(offset)
    .limit(limit)
    .toArray();
}
