import { type Reading, sqlOf, type Writing } from '../core/handles.ts';
import { readMeta } from '../core/meta.ts';

const name = 'picture_bound';

/** How many bytes of pictures this database may have where no setting says so; null before that was noted. */
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
