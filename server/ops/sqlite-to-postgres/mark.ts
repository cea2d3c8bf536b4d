import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#server/config.ts';
import { replaceFile } from '#server/lib/files/durable-files.ts';
import { movedMark } from '#server/lib/files/state-files.ts';

/*
 * The mark of a data directory that was moved to PostgreSQL. A server that continued here would issue the same numbers in the same history,
 * and devices would lose changes of either.
 */

/** Returns where the content of this data directory was moved to, or null. Throws a `StartError` if the mark cannot be read. */
export function movedTo(dataDir: string): string | null {
  const path = join(dataDir, movedMark);
  if (!existsSync(path)) return null;
  try {
    return readFileSync(path, 'utf8').split('\n', 1)[0]!;
  } catch (error) {
    throw new StartError(`${path} cannot be read – ${(error as Error).message}`);
  }
}

/** Throws a `StartError` if the data directory was moved to PostgreSQL. */
export function refuseMoved(dataDir: string): void {
  const place = movedTo(dataDir);
  if (place !== null)
    throw new StartError(
      `${dataDir} was taken over into ${place} – set DATABASE_URL to that; to go on here all the same, restore a backup of it`,
    );
}

export async function markMoved(dataDir: string, place: string): Promise<void> {
  await replaceFile(join(dataDir, movedMark), Buffer.from(`${place}\n`));
}

/** Removes the mark, because another history begins or the move failed. */
export async function unmarkMoved(dataDir: string): Promise<void> {
  await rm(join(dataDir, movedMark), { force: true });
}
