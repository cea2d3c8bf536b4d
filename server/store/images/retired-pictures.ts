import { chunksOf } from '../core/chunks.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';

/** Stops serving these pictures; their files are deleted later. `now` is in milliseconds since the epoch. */
export async function retirePictures(trx: WriteHandle, links: readonly string[], now: number): Promise<void> {
  for (const chunk of chunksOf(links)) {
    const rows = chunk.map((link) => ({ link, at: now }));
    await sqlOf(trx)
      .insertInto('retired_pictures')
      .values(rows)
      .onConflict((conflict) => conflict.column('link').doNothing())
      .execute();
  }
}

export async function isRetired(db: ReadHandle, link: string): Promise<boolean> {
  return (await sqlOf(db).selectFrom('retired_pictures').select('link').where('link', '=', link).executeTakeFirst()) !== undefined;
}

/** Returns the links of pictures retired after a time (ms since the epoch). */
export async function retiredAfter(db: ReadHandle, time: number): Promise<string[]> {
  const rows = await sqlOf(db).selectFrom('retired_pictures').select('link').where('at', '>', time).execute();
  return rows.map(({ link }) => link);
}

/** Deletes the records of pictures retired until `time` (ms since the epoch), whose files were deleted. */
export async function deleteRetiredUntil(trx: WriteHandle, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('retired_pictures').where('at', '<=', time).execute();
}
