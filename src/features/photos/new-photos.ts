import { Dexie } from 'dexie';
import type { NewItems } from '#feature-kit/feature.ts';
import { hiddenBy } from '#sync/mirror/hidden.ts';
import { readSeenOrder } from '#sync/mirror/seen-order.ts';

/** More photos are not counted one by one. */
const most = 50;

/** Returns the photos of others since the last visit of the photos, as one item. */
export const newPhotos: NewItems = async (db, eventId) => {
  const seen = await readSeenOrder(db, 'photos', eventId);
  if (seen === null) return [];
  const hidden = await hiddenBy(db);
  const since = db.mirror('photos').where('[eventId+order]').between([eventId, seen], [eventId, Dexie.maxKey], false);
  const rows = await since
    .reverse()
    .filter(({ authorId, $pending = [] }) => authorId !== db.userId && !hidden.has(authorId) && $pending.length === 0)
    .limit(most)
    .toArray();
  const [newest] = rows;
  if (!newest) return [];
  const count = rows.length;
  const at = Date.parse(newest.createdAt);
  return [{ key: 'photos', at, icon: '📷', text: ({ t }) => t('photos.new', { count }), href: '/pictures' }];
};
