import { Dexie } from 'dexie';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { EventDatabase } from '#db/database.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { hiddenBy, peopleOf, shownOf } from '#sync/mirror/people.ts';
import { useActiveEvent, useLive, useSyncStatus } from '#sync/react/hooks.tsx';
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
  const formats = useFormats(useActiveEvent());
  const [path, navigate] = useLocation();
  const read = useLive(
    async (db) => {
      const photo = await db.mirror('photos').get(id);
      if (!photo) return null;
      if (photo.$gone) return 'removed';
      const people = await peopleOf(db, photo.eventId, [photo.authorId]);
      return { photo, sharer: people.get(photo.authorId), ...(await neighboursOf(db, photo)) };
    },
    [id],
  );
  // The previous photo stays until the next is read, so that the view keeps the focus.
  const [found, setFound] = useState(read === 'removed' ? undefined : read);
  if (read !== undefined && read !== 'removed' && read !== found) setFound(read);
  useLeaveWhenDeleted(found === null && !firstLoad);
  // A newer photo may move it to another page, and a shared address may name an old one.
  const isOpen = found?.photo.id === id && pathBelow(path) !== path;
  const place = isOpen ? href({ id, page: found.page }) : path;
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

/** Returns the neighbours of a photo, null at either end, and its own page. */
async function neighboursOf(
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
  const pageAt = (place: number): number => Math.floor(place / photosPerPage) + 1;
  const at = (photo: StoredPhoto | undefined, place: number): Neighbour | null =>
    photo ? { id: photo.id, name: photo.url, page: pageAt(place) } : null;
  return { page: pageAt(before), newer: at(newer, before - 1), older: at(older, before + 1) };
}
