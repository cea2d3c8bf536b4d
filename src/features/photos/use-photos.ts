import type { OutboxEntry } from '#db/records.ts';
import { type People, peopleOf } from '#sync/mirror/people.ts';
import { draftedSlots } from '#feature-kit/drafts/photo-slots.ts';
import { readRefused } from '#commands/use-refused.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { countPhotos, newestPhotos, photosPerPage, type StoredPhoto } from './read-photos.ts';

export interface PhotoPage {
  readonly photos: readonly StoredPhoto[];
  readonly sharers: People;
  readonly refused: readonly OutboxEntry[];
}

/** Returns one page of photos, newest first; pages count from 1. */
export function usePhotoPage(eventId: number, page: number): PhotoPage | undefined {
  return useLive(
    async (db) => {
      const [photos, refused] = await Promise.all([
        newestPhotos(db, eventId, (page - 1) * photosPerPage, photosPerPage),
        readRefused(db, ['photos'], eventId),
      ]);
      const sharers = await peopleOf(
        db,
        eventId,
        photos.map(({ authorId }) => authorId),
      );
      return { photos, refused, sharers };
    },
    [eventId, page],
  );
}

export function usePhotoCount(eventId: number | undefined): number | undefined {
  return useLive((db) => (eventId === undefined ? undefined : countPhotos(db, eventId)), [eventId]);
}

/** Returns whether the form has a draft; undefined until it is read. */
export function useHasDraft(eventId: number): boolean | undefined {
  return useLive(async (db) => (await draftedSlots(db, eventId)).length > 0, [eventId]);
}
