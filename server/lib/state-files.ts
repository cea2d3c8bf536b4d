import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export const databaseName = 'event-companion.db';

/** Names of what a restore has replaced begin so. */
export const keptPrefix = 'before-restore-';

/** Where pictures that come in pieces lie until a command brings them. */
export const uploadsFolder = 'uploads';

/** Where mails lie as files that nobody sends: they are no state, and what is in them opens something. */
export const mailsFolder = 'mails';

/** Says that all of it lies in a PostgreSQL now. */
export const movedMark = 'moved-to-postgres';

/** Says when a backup last succeeded. */
export const lastBackupMark = 'last-backup';

/** The database has its own way into a backup; the others are no state. */
const notState = [databaseName, 'lock', movedMark, lastBackupMark, keptPrefix, 'restoring-', `${mailsFolder}/`];

/** Whether a path, with `/` between its parts, is one that belongs into a backup and stays within the data directory. */
export function isStateFile(path: string): boolean {
  const stays = !path.includes('\\') && path.split('/').every((part) => !['', '.', '..'].includes(part));
  return stays && !notState.some((prefix) => path.startsWith(prefix));
}

/** Whether a file is on its way to be one: no part of a backup, and a restore brings none back from an older one that has them. */
export const isUnfinished = (path: string): boolean => path.startsWith(`${uploadsFolder}/`);

/** All files of a data directory beside the database, as paths within it with `/` between the parts: pictures, keys. */
export async function listStateFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => isStateFile(path) && !isUnfinished(path))
    .sort();
}

/** The content of a file, or null where it is not there (any more). */
export async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The names in a folder; none where it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** SHA-256 in hexadecimal. */
export function fingerprintOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
