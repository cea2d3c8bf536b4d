import { Dexie } from 'dexie';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { heldPage, type ListLength, lengthIn, type OutsidePage, windowOf } from '#sync/exchange/window-pages.ts';
import { hiddenBy, type People, peopleOf, shownOf } from '#sync/mirror/people.ts';
import type { DeviceWindow } from '#sync/mirror/windows.ts';
import { useIsWindowed } from '#sync/react/use-window.ts';
import { draftedSlots } from '#feature-kit/drafts/photo-slots.ts';
import { readRefused } from '#commands/use-refused.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { countPhotos, newestPhotos, photosPerPage, type StoredPhoto } from './read-photos.ts';

export interface PhotoPage {
  readonly photos: readonly StoredPhoto[];
  readonly sharers: People;
  readonly refused: readonly OutboxEntry[];
  /** Set if the mirror does not keep the page level as a whole. */
  readonly outside: OutsidePage | null;
}

/** Returns one page of photos, newest first; pages count from 1. */
export function usePhotoPage(eventId: number, page: number): PhotoPage | undefined {
  const isWindowed = useIsWindowed();
  return useLive(
    async (db) => {
      const window = isWindowed ? await windowOf(db, eventId) : undefined;
      const [{ photos, outside }, refused] = await Promise.all([
        window
          ? pageInWindow(db, eventId, window, page)
          : { photos: await newestPhotos(db, eventId, placeOf(page), photosPerPage), outside: null },
        readRefused(db, ['photos'], eventId),
      ]);
      const sharers = await peopleOf(
        db,
        eventId,
        photos.map(({ authorId }) => authorId),
      );
      return { photos, refused, sharers, outside };
    },
    [eventId, page, isWindowed],
  );
}

const placeOf = (page: number): number => (page - 1) * photosPerPage;

/** Reads a page of a big event: in the window as of a whole list, below it as it was fetched. */
async function pageInWindow(
  db: EventDatabase,
  eventId: number,
  window: DeviceWindow,
  page: number,
): Promise<Pick<PhotoPage, 'photos' | 'outside'>> {
  const { floor = Dexie.minKey, outside } = await heldPage(db, window, { eventId, list: 'photos', page });
  const hidden = await hiddenBy(db);
  const table = db.mirror('photos');
  const inOrder = shownOf(table.where('[eventId+order]').between([eventId, floor], [eventId, Dexie.maxKey]), hidden).reverse();
  const photos = outside?.ids
    ? (await table.bulkGet([...outside.ids])).flatMap((photo) => (photo && !photo.$gone && !hidden.has(photo.authorId) ? [photo] : []))
    : await inOrder.offset(placeOf(page)).limit(photosPerPage).toArray();
  return { photos, outside: outside && { page, at: outside.at } };
}

export function usePhotoCount(eventId: number | undefined): ListLength | undefined {
  const isWindowed = useIsWindowed();
  return useLive(
    async (db) => {
      if (eventId === undefined) return undefined;
      return (isWindowed && (await lengthIn(db, eventId, 'photos'))) || { count: await countPhotos(db, eventId), at: null };
    },
    [eventId, isWindowed],
  );
}

/** Returns whether the form has a draft; undefined until it is read. */
export function useHasDraft(eventId: number): boolean | undefined {
  return useLive(async (db) => (await draftedSlots(db, eventId)).length > 0, [eventId]);
}
