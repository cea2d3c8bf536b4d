import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../config.ts';
import { replaceFile } from '../../lib/durable-files.ts';
import { movedMark } from '../../lib/state-files.ts';

/*
 * Left in a data directory when a PostgreSQL has taken it over. A server that went on here would give out the same numbers as those there, in the
 * same history: devices would lose what either was told.
 */

/** Where the content of this data directory is now; null where it is here. Throws a `StartError` where nobody can tell. */
export function movedTo(dataDir: string): string | null {
  const path = join(dataDir, movedMark);
  if (!existsSync(path)) return null;
  try {
    return readFileSync(path, 'utf8').split('\n', 1)[0]!;
  } catch (error) {
    throw new StartError(`${path} cannot be read – ${(error as Error).message}`);
  }
}

/** Throws a `StartError` where somebody is about to go on with what is in PostgreSQL now. */
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

/** Of a data directory that begins another history, or whose content was not taken over after all. */
export async function unmarkMoved(dataDir: string): Promise<void> {
  await rm(join(dataDir, movedMark), { force: true });
}
