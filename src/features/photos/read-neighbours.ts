import { Dexie } from 'dexie';
import { limits } from '#contract/limits.ts';
import type { EventDatabase } from '#db/database.ts';
import { hiddenBy, shownOf } from '#sync/mirror/hidden.ts';
import type { StoredPhoto } from './read-photos.ts';

export interface Neighbour {
  readonly id: string;
  /** Page of the list, from 1. */
  readonly page: number;
}

/** Returns the neighbours of a photo, null at either end, and its own page. */
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
