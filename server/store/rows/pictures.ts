import type { PictureFolder } from '../../../contract/pictures.ts';
import { type Reading, sqlOf } from '../engine/handles.ts';

/** The links in rows to pictures of this folder: every column that may hold one is asked. */
const readers: Record<PictureFolder, (db: Reading) => Promise<(string | null)[]>> = {
  evidence: async (db) => (await sqlOf(db).selectFrom('evidence').select('url').execute()).map(({ url }) => url),
  people: async (db) => (await sqlOf(db).selectFrom('users').select('image').execute()).map(({ image }) => image),
  photos: async (db) => (await sqlOf(db).selectFrom('photos').select('url').execute()).map(({ url }) => url),
};

export async function picturesInUse(db: Reading, folder: PictureFolder): Promise<Set<string>> {
  return new Set((await readers[folder](db)).filter((link) => link !== null));
}

/** Tables to which a person adds with every picture; that of their profile only takes the place of another. */
const collections = ['photos', 'evidence'] as const;

/** How many pictures a person has put here, in all events together, but for that of their profile. */
export async function countPicturesBy(db: Reading, userId: number): Promise<number> {
  let sum = 0;
  for (const table of collections) {
    const { count } = await sqlOf(db)
      .selectFrom(table)
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('author_id', '=', userId)
      .executeTakeFirstOrThrow();
    sum += count;
  }
  return sum;
}
