import { type Reading, sqlOf, type Writing } from '../engine/handles.ts';
import { readMeta } from '../engine/meta.ts';

const name = 'picture_place';

/** Where all servers on this database keep pictures; null before the first of them has said it. */
export const readPicturePlace = (db: Reading): Promise<string | null> => readMeta(db, name);

export async function notePicturePlace(trx: Writing, value: string): Promise<void> {
  await sqlOf(trx).insertInto('meta').values({ name, value }).execute();
}
