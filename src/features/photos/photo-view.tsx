import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useLive, useSyncStatus } from '../../sync/react/hooks.tsx';
import { PictureView } from '../../pictures/picture-view.tsx';
import { useLeaveWhenGone } from '../../pictures/use-leave-when-gone.ts';
import { type Neighbour, neighboursOf } from './read-photos.ts';

interface PhotoViewProps {
  id: string;
  /** The address of a photo over the page that it stands on. */
  href: (neighbour: Neighbour) => string;
}

/** The photo of this id in full size, and the way to those beside it; where there is no such photo any more, the screen below. */
export function PhotoView({ id, href }: PhotoViewProps): ReactNode {
  const { firstLoad } = useSyncStatus();
  const [, navigate] = useLocation();
  const read = useLive(
    async (db) => {
      const photo = await db.mirror('photos').get(id);
      return photo && !photo.$gone ? { photo, ...(await neighboursOf(db, photo)) } : null;
    },
    [id],
  );
  // The one before stays until the next is read: the view is one and the same, and keeps the focus.
  const [found, setFound] = useState(read);
  if (read !== undefined && read !== found) setFound(read);
  useLeaveWhenGone(found === null && !firstLoad);
  if (!found) return null;
  // In the place of this one: Back leads to the screen below.
  const turnTo = (neighbour: Neighbour | null) =>
    neighbour ? () => navigate(href(neighbour), { replace: true, state: history.state as unknown }) : undefined;
  const { photo, newer, older } = found;
  return <PictureView name={photo.url} words={photo.description} onPrevious={turnTo(newer)} onNext={turnTo(older)} />;
}
