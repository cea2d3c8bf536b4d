import ImageIcon from 'lucide-react/icons/image';
import type { Photo } from '#contract/resources/photos.ts';
import type { EventDatabase } from '#db/database.ts';
import type { NewItems } from '#feature-kit/feature.ts';
import { newRowsOf } from '#sync/mirror/seen-order.ts';

/** More photos are not counted one by one. */
const most = 50;

const rowsOf = (db: EventDatabase, eventId: number): Promise<Photo[]> =>
  newRowsOf(db, db.mirror('photos'), eventId, { list: 'photos', most });

/** Returns the number of photos of others since the last visit of the photos. */
export const countNewPhotos = async (db: EventDatabase, eventId: number): Promise<number> => (await rowsOf(db, eventId)).length;

/** Returns the photos of others since the last visit of the photos, as one item. */
export const newPhotos: NewItems = async (db, eventId) => {
  const rows = await rowsOf(db, eventId);
  const [newest] = rows;
  if (!newest) return [];
  const count = rows.length;
  const at = Date.parse(newest.createdAt);
  return [{ key: 'photos', at, icon: ImageIcon, text: ({ t }) => t('photos.new', { count }), href: '/pictures' }];
};
