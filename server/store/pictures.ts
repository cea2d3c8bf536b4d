import type { PictureFolder } from '../../contract/pictures.ts';
import type { Database } from './schema.ts';

/** The links in rows to pictures of this folder: every column that may hold one is asked. */
const readers: Record<PictureFolder, (db: Database) => Promise<(string | null)[]>> = {
  people: async (db) => (await db.selectFrom('users').select('image').execute()).map(({ image }) => image),
  photos: async (db) => (await db.selectFrom('photos').select('url').execute()).map(({ url }) => url),
};

export async function picturesInUse(db: Database, folder: PictureFolder): Promise<Set<string>> {
  return new Set((await readers[folder](db)).filter((link) => link !== null));
}

/** How many photos a person has shared, in all events together. */
export async function countPhotosBy(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('photos')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('author_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
