import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export const databaseName = 'event-companion.db';

/** The prefix of files that a restore has replaced. */
export const keptPrefix = 'before-restore-';

export const uploadsFolder = 'uploads';

/** The folder of mails written as files. It is not backed up, because mails contain secret links. */
export const mailsFolder = 'mails';

/** Marks a data directory whose content was moved to PostgreSQL. */
export const movedMark = 'moved-to-postgres';

/** Contains the time of the last successful backup. */
export const lastBackupMark = 'last-backup';

/** The database is backed up separately; the others are not backed up. */
const notState = [databaseName, 'lock', movedMark, lastBackupMark, keptPrefix, 'restoring-', `${mailsFolder}/`];

/** True for a path (with `/`) that belongs in a backup and stays within the data directory. */
export function isStateFile(path: string): boolean {
  const stays = !path.includes('\\') && path.split('/').every((part) => !['', '.', '..'].includes(part));
  return stays && !notState.some((prefix) => path.startsWith(prefix));
}

/** True for a partial upload: it is not backed up, and not restored from older backups that contain it. */
export const isUnfinished = (path: string): boolean => path.startsWith(`${uploadsFolder}/`);

/** Returns all files of a data directory except the database, such as pictures and keys, as relative paths with `/`. */
export async function listStateFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => isStateFile(path) && !isUnfinished(path))
    .sort();
}

export async function readIfExists(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Returns the SHA-256 in hexadecimal. */
export function fingerprintOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
