import { limits } from '../../../contract/limits.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { isUnfinished } from '../../sync/outbox/draft-pictures.ts';
import { useLive } from '../../sync/react/hooks.tsx';
import { countPhotos, newestPhotos, refusedPhotos, type Sharers, sharersOf, type StoredPhoto } from './read-photos.ts';

export const draftIdOf = (eventId: number): string => `photo:${eventId}`;

export interface PhotoPage {
  readonly photos: readonly StoredPhoto[];
  readonly sharers: Sharers;
  readonly refused: readonly OutboxEntry[];
}

/** One page of the photos, the newest first; pages count from 1. */
export function usePhotoPage(eventId: number, page: number): PhotoPage | undefined {
  return useLive(
    async (db) => {
      const [photos, refused] = await Promise.all([
        newestPhotos(db, eventId, (page - 1) * limits.pageSize, limits.pageSize),
        refusedPhotos(db, eventId),
      ]);
      return { photos, refused, sharers: await sharersOf(db, eventId, photos) };
    },
    [eventId, page],
  );
}

export function usePhotoCount(eventId: number | undefined): number | undefined {
  return useLive((db) => (eventId === undefined ? undefined : countPhotos(db, eventId)), [eventId]);
}

/** Whether the form for a new photo holds something unfinished; `undefined` until that is known. */
export function useHasDraft(eventId: number): boolean | undefined {
  return useLive((db) => isUnfinished(db, draftIdOf(eventId)), [eventId]);
}
