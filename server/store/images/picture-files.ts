import { sql } from 'kysely';
import { chunksOf } from '#server/store/core/chunks.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '#server/store/core/handles.ts';
import { type Given, statement } from '#server/store/core/statement.ts';
import { postgresTime } from '#server/store/core/dialect.ts';

/** The clock of the PostgreSQL server, in ms since the epoch: the same for all processes. */
export const databaseNow = sql<number>`(${sql.raw(postgresTime)})::bigint`;

/* Pictures in PostgreSQL. Paths are absolute: `/images/photos/….webp`. */

/** Bytes that are read at once while a file is sent. */
export const sliceBytes = 256 * 1024;

export async function putPictureFile(trx: WriteHandle, path: string, bytes: Buffer): Promise<void> {
  const file = { bytes, changed_at: databaseNow };
  await sqlOf(trx)
    .insertInto('picture_files')
    .values({ path, ...file })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(file))
    .execute();
}

const beginnings = statement((db, given: Given<{ path: string }>) =>
  db
    .selectFrom('picture_files')
    .select(['changed_at', sql<number>`octet_length(bytes)`.as('size'), sql<Buffer>`substr(bytes, 1, ${sql.lit(sliceBytes)})`.as('head')])
    .where('path', '=', given('path')),
);

/** Returns the first slice of a file and its size in bytes, or null. */
export async function findPictureFile(db: ReadHandle, path: string): Promise<{ changed_at: number; size: number; head: Buffer } | null> {
  return (await beginnings(db, { path }))[0] ?? null;
}

const slices = statement((db, given: Given<{ path: string; from: number }>) =>
  db
    .selectFrom('picture_files')
    .select(sql<Buffer>`substr(bytes, ${given('from')}, ${sql.lit(sliceBytes)})`.as('bytes'))
    .where('path', '=', given('path')),
);

/** Returns the slice that begins at `offset`; null if the file was deleted. */
export async function readPictureSlice(db: ReadHandle, path: string, offset: number): Promise<Buffer | null> {
  return (await slices(db, { path, from: offset + 1 }))[0]?.bytes ?? null;
}

export async function readPictureFile(db: ReadHandle, path: string): Promise<Buffer | null> {
  const file = await sqlOf(db).selectFrom('picture_files').select('bytes').where('path', '=', path).executeTakeFirst();
  return file?.bytes ?? null;
}

/** Returns the bytes of all pictures together; reads only the lengths. */
export async function pictureBytes(db: ReadHandle): Promise<number> {
  const { sum } = await sqlOf(db)
    .selectFrom('picture_files')
    .select(sql<number | string | null>`sum(octet_length(bytes))`.as('sum'))
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

export async function listPictureFiles(db: ReadHandle, folder: string): Promise<string[]> {
  // Paths compare by bytes: `0` follows `/`.
  const below = sqlOf(db).selectFrom('picture_files').select('path').where('path', '>', `${folder}/`).where('path', '<', `${folder}0`);
  return (await below.orderBy('path').execute()).map(({ path }) => path);
}

/** Deletes files; with `age` (ms) only those that are at least as old. */
export async function deletePictureFiles(trx: WriteHandle, paths: readonly string[], age?: number): Promise<void> {
  for (const chunk of chunksOf(paths)) {
    const files = sqlOf(trx).deleteFrom('picture_files').where('path', 'in', chunk);
    await (age === undefined ? files : files.where('changed_at', '<=', sql<number>`${databaseNow} - ${age}`)).execute();
  }
}
