import { type ReactNode, useEffect } from 'react';
import { useLive, useSyncStatus } from '../../sync/react/hooks.tsx';
import { useWayBelow } from '../../ui/over/over-page.ts';
import { PictureView } from '../../pictures/picture-view.tsx';

/** The photo of this id in full size; where there is no such photo any more, the screen below. */
export function PhotoView({ id }: { id: string }): ReactNode {
  const { firstLoad } = useSyncStatus();
  const close = useWayBelow();
  const found = useLive(async (db) => ({ photo: await db.mirror('photos').get(id) }), [id]);
  const photo = found?.photo?.$gone ? undefined : found?.photo;
  const gone = found !== undefined && photo === undefined && !firstLoad;
  useEffect(() => {
    if (gone) close();
  });
  return photo ? <PictureView name={photo.url} words={photo.description} /> : null;
}
