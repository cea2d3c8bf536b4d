import type { Photo } from '../../../contract/resources/photos.ts';
import { loadRows } from './rows.ts';
import { type Reading, sqlOf } from '../engine/handles.ts';

export async function countPhotos(db: Reading, eventId: number): Promise<number> {
  const { count } = await sqlOf(db)
    .selectFrom('photos')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest first. */
export async function listPhotos(db: Reading, eventId: number, { offset, limit }: { offset: number; limit: number }): Promise<Photo[]> {
  const found = await sqlOf(db)
    .selectFrom('photos')
    .select('id')
    .where('event_id', '=', eventId)
    .orderBy('order', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = found.map(({ id }) => id);
  const rows = await loadRows(db, 'photos', ids);
  return ids.flatMap((id) => (rows.get(id) as Photo | undefined) ?? []);
}
