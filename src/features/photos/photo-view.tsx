import { Dexie } from 'dexie';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { EventDatabase } from '#db/database.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { fetchedPageWith, windowOf } from '#sync/exchange/window-pages.ts';
import { hiddenBy, peopleOf, shownOf } from '#sync/mirror/people.ts';
import { useActiveEvent, useLive, useSyncStatus } from '#sync/react/hooks.tsx';
import { useIsWindowed, useOutside } from '#sync/react/use-window.ts';
import { PictureView } from '#pictures/viewer/picture-view.tsx';
import { useLeaveWhenDeleted } from '#pictures/viewer/use-leave-when-deleted.ts';
import type { Slide } from '#pictures/gestures/slides.tsx';
import { UploadDelay } from '#pictures/upload-progress.tsx';
import { pathBelow, useWayBelow } from '#ui/overlays/over-page.ts';
import { PhotoFacts } from './photo-facts.tsx';
import { PhotoMenu } from './photo-menu.tsx';
import { photosPerPage, type StoredPhoto } from './read-photos.ts';

interface PhotoViewProps {
  id: string;
  href: (photo: Pick<Neighbour, 'id' | 'page'>) => string;
}

/** Shows a photo in full size with links to its neighbours, or leaves to the page below if it does not exist. */
export function PhotoView({ id, href }: PhotoViewProps): ReactNode {
  const { firstLoad } = useSyncStatus();
  const { t } = useTranslation();
  const event = useActiveEvent();
  const formats = useFormats(event);
  const isWindowed = useIsWindowed();
  const [path, navigate] = useLocation();
  const read = useLive(
    async (db) => {
      const photo = await db.mirror('photos').get(id);
      if (!photo) return event && (await windowOf(db, event.id)) ? 'outside' : null;
      if (photo.$gone) return 'removed';
      const people = await peopleOf(db, photo.eventId, [photo.authorId]);
      return { photo, sharer: people.get(photo.authorId), ...(await placeOf(db, photo, isWindowed)) };
    },
    [id, event?.id, isWindowed],
  );
  const fetching = useOutside(event?.id ?? 0, 'photos', read === 'outside' ? [id] : []);
  // The previous photo stays until the next is read, so that the view keeps the focus.
  const [found, setFound] = useState(typeof read === 'string' ? undefined : read);
  if (read !== undefined && typeof read !== 'string' && read !== found) setFound(read);
  const isMissing = fetching.kind === 'stored' && fetching.missing.includes(id);
  const isUnreached = fetching.kind === 'offline' || fetching.kind === 'failed';
  useLeaveWhenDeleted((found === null || isMissing) && !firstLoad, isUnreached ? t('outside.photo') : undefined);
  // A newer photo may move it to another page, and a shared address may name an old one.
  const isOpen = found?.photo.id === id && pathBelow(path) !== path;
  const place = isOpen && found.page !== null ? href({ id, page: found.page }) : path;
  useEffect(() => {
    if (place !== path) navigate(place, { replace: true, state: history.state as unknown });
  }, [place, path, navigate]);
  const close = useWayBelow();
  const neighbour = found?.older ?? found?.newer;
  const afterRemoval = read === 'removed' ? (neighbour ? href(neighbour) : 'below') : undefined;
  useEffect(() => {
    if (afterRemoval === 'below') close();
    else if (afterRemoval !== undefined) navigate(afterRemoval, { replace: true, state: history.state as unknown });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each removal
  }, [afterRemoval]);
  if (!found) return null;
  // Replaces the address, so that Back leads to the page below.
  const turnTo = (neighbour: Neighbour | null) =>
    neighbour ? () => navigate(href(neighbour), { replace: true, state: history.state as unknown }) : undefined;
  const { photo, sharer, newer, older } = found;
  return (
    <PictureView
      id={photo.id}
      name={photo.url}
      words={photo.description}
      facts={
        <Fragment key={photo.id}>
          <PhotoFacts photo={photo} sharer={sharer} formats={formats} />
          <UploadDelay pending={photo.$pending ?? []} />
        </Fragment>
      }
      menu={<PhotoMenu photo={photo} onDeleted={() => {}} />}
      previous={newer}
      next={older}
      onPrevious={turnTo(newer)}
      onNext={turnTo(older)}
    />
  );
}

interface Neighbour extends Slide {
  /** Page of the list, from 1. */
  readonly page: number;
}

/** The page of a photo, null if it is unknown, and the neighbours, null at either end. */
interface Place {
  readonly page: number | null;
  readonly newer: Neighbour | null;
  readonly older: Neighbour | null;
}

const pageAt = (place: number): number => Math.floor(place / photosPerPage) + 1;

const neighbourAt = (photo: StoredPhoto | undefined, page: number): Neighbour | null =>
  photo ? { id: photo.id, name: photo.url, page } : null;

/** Returns the place of a photo in the list, of a big event in its window. */
async function placeOf(db: EventDatabase, photo: StoredPhoto, isWindowed: boolean): Promise<Place> {
  const { eventId, order } = photo;
  const hidden = await hiddenBy(db);
  const floor = (isWindowed && (await windowOf(db, eventId))?.floors['photos']) || Dexie.minKey;
  if (order < floor) return placeInPage(db, photo, hidden);
  const index = db.mirror('photos').where('[eventId+order]');
  const above = shownOf(index.between([eventId, order], [eventId, Dexie.maxKey], false), hidden);
  const [newer, older, before] = await Promise.all([
    above.clone().first(),
    shownOf(index.between([eventId, floor], [eventId, order], true, false), hidden).last(),
    above.clone().count(),
  ]);
  return { page: pageAt(before), newer: neighbourAt(newer, pageAt(before - 1)), older: neighbourAt(older, pageAt(before + 1)) };
}

/** Returns the place of a photo in its fetched page. */
async function placeInPage(db: EventDatabase, { id, eventId }: StoredPhoto, hidden: ReadonlySet<number>): Promise<Place> {
  const fetched = await fetchedPageWith(db, eventId, { resource: 'photos', id });
  if (!fetched) return { page: null, newer: null, older: null };
  const { page, ids } = fetched;
  const rows = await db.mirror('photos').bulkGet([...ids]);
  const photos = rows.filter((row): row is StoredPhoto => row !== undefined && !row.$gone && !hidden.has(row.authorId));
  const place = photos.findIndex((row) => row.id === id);
  return { page, newer: neighbourAt(photos[place - 1], page), older: neighbourAt(photos[place + 1], page) };
}
