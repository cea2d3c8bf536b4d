import { Dexie } from 'dexie';
import { limits } from '../../../contract/limits.ts';
import type { Photo } from '../../../contract/resources/photos.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { Stored } from '../../db/records.ts';
import { hiddenBy, shownOf } from '../../sync/mirror/hidden.ts';

export type StoredPhoto = Stored<Photo>;

const ofEvent = (db: EventDatabase, eventId: number, hidden: ReadonlySet<number>) =>
  shownOf(db.mirror('photos').where('[eventId+order]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]), hidden);

/** How many there are to be seen: none of hidden people, like all that is read here. */
export async function countPhotos(db: EventDatabase, eventId: number): Promise<number> {
  return ofEvent(db, eventId, await hiddenBy(db)).count();
}

/** The newest photos, what waits to be sent before all others; `offset` of them passed over. */
export async function newestPhotos(db: EventDatabase, eventId: number, offset: number, limit: number): Promise<StoredPhoto[]> {
  return ofEvent(db, eventId, await hiddenBy(db))
    .reverse()
    .offset(offset)
    .limit(limit)
    .toArray();
}

/** A photo beside another one. */
export interface Neighbour {
  readonly id: string;
  /** Of all photos, counted from 1. */
  readonly page: number;
}

/** The photos that stand before and after one, null at either end, and the page that it stands on itself. */
export async function neighboursOf(
  db: EventDatabase,
  { eventId, order }: StoredPhoto,
): Promise<{ page: number; newer: Neighbour | null; older: Neighbour | null }> {
  const hidden = await hiddenBy(db);
  const index = db.mirror('photos').where('[eventId+order]');
  const above = shownOf(index.between([eventId, order], [eventId, Dexie.maxKey], false), hidden);
  const [newer, older, before] = await Promise.all([
    above.clone().first(),
    shownOf(index.between([eventId, Dexie.minKey], [eventId, order], true, false), hidden).last(),
    above.clone().count(),
  ]);
  const pageAt = (place: number): number => Math.floor(place / limits.pageSize) + 1;
  const at = (photo: StoredPhoto | undefined, place: number): Neighbour | null => (photo ? { id: photo.id, page: pageAt(place) } : null);
  return { page: pageAt(before), newer: at(newer, before - 1), older: at(older, before + 1) };
}
