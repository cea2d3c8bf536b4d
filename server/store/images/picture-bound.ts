import { type Reading, sqlOf, type Writing } from '../core/handles.ts';
import { readMeta } from '../core/meta.ts';

const name = 'picture_bound';

/** Returns the default bound (bytes) for pictures in this database; null before it was stored. */
export async function readPictureBound(db: Reading): Promise<number | null> {
  const noted = await readMeta(db, name);
  return noted === null ? null : Number(noted);
}

export async function notePictureBound(trx: Writing, bytes: number): Promise<void> {
  await sqlOf(trx)
    .insertInto('meta')
    .values({ name, value: String(bytes) })
    .execute();
}
