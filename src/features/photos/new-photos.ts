import type { NewItems } from '#feature-kit/feature.ts';
import { newRowsOf } from '#sync/mirror/seen-order.ts';

/** More photos are not counted one by one. */
const most = 50;

/** Returns the photos of others since the last visit of the photos, as one item. */
export const newPhotos: NewItems = async (db, eventId) => {
  const rows = await newRowsOf(db, db.mirror('photos'), eventId, { resource: 'photos', most });
  const [newest] = rows;
  if (!newest) return [];
  const count = rows.length;
  const at = Date.parse(newest.createdAt);
  return [{ key: 'photos', at, icon: '📷', text: ({ t }) => t('photos.new', { count }), href: '/pictures' }];
};
