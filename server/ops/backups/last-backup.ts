import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lastBackupMark, readIfExists } from '#server/lib/files/state-files.ts';

/** Stores when a backup succeeded, in a file: the command has no connection to the database of a running server. */
export const noteBackup = (dataDir: string, at: number): Promise<void> => writeFile(join(dataDir, lastBackupMark), `${at}\n`);

export async function lastBackupAt(dataDir: string): Promise<number | null> {
  const at = Number(String(await readIfExists(join(dataDir, lastBackupMark))));
  return Number.isFinite(at) && at > 0 ? at : null;
}
