import { type Reading, sqlOf, type Writing } from '../engine/handles.ts';

const name = 'picture_place';

/** Where all servers on this database keep pictures; null before the first of them has said it. */
export async function readPicturePlace(db: Reading): Promise<string | null> {
  const found = await sqlOf(db).selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst();
  return found?.value ?? null;
}

export async function notePicturePlace(trx: Writing, value: string): Promise<void> {
  await sqlOf(trx).insertInto('meta').values({ name, value }).execute();
}
