import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/config.ts';
import { fingerprintOf, isStateFile, isUnfinished } from '#server/lib/files/state-files.ts';

/* A backup is one SQLite file: a snapshot of the database, with the other files of the data directory in an additional table. */

/** "ECBK": distinguishes a backup from other SQLite files. */
export const backupMark = 0x4543424b;

export const filesTable = 'create table backup_files (path text primary key, sha256 text not null, content blob not null)';

export interface BackedUpFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/** Yields the files of the backup at `path`. Throws a `StartError` for a damaged file, or for a path outside the data directory. */
export function* readFiles(path: string): Generator<BackedUpFile> {
  const backup = new DatabaseSync(path, { readOnly: true });
  try {
    yield* filesIn(backup);
  } finally {
    backup.close();
  }
}

function* filesIn(backup: DatabaseSync): Generator<BackedUpFile> {
  for (const { path, sha256, content } of backup.prepare('select path, sha256, content from backup_files').iterate()) {
    if (!isStateFile(String(path))) throw new StartError(`The backup is damaged – ${String(path)} is no file of a data directory`);
    if (fingerprintOf(content as Uint8Array) !== sha256) throw new StartError(`The backup is damaged – ${String(path)} differs`);
    if (isUnfinished(String(path))) continue;
    yield { path: String(path), content: content as Uint8Array };
  }
}

/**
 * Verifies mark, pages, references and files of a backup. Returns the number of files. Throws a `StartError` if it is incomplete or
 * damaged.
 */
export function checkBackup(path: string): { files: number } {
  if (!existsSync(path)) throw new StartError(`There is no file ${path}`);
  const backup = new DatabaseSync(path, { readOnly: true });
  try {
    if (pragma(backup, 'application_id') !== backupMark) throw new StartError(`${path} is no backup of Event Companion`);
    refuseDamaged(backup, path);
    // One at a time: all pictures of an event do not fit into memory.
    let files = 0;
    for (const _ of filesIn(backup)) files += 1;
    return { files };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${path} cannot be read as a backup – ${(error as Error).message}`);
  } finally {
    backup.close();
  }
}

/** Throws a `StartError` naming `original` if the database file `copy` is damaged. */
export function refuseDamagedFile(copy: string, original: string): void {
  const database = new DatabaseSync(copy, { readOnly: true });
  try {
    refuseDamaged(database, original);
  } finally {
    database.close();
  }
}

/** Throws a `StartError` naming `path` unless all pages and references of a database are sound. */
function refuseDamaged(database: DatabaseSync, path: string): void {
  const found = pragma(database, 'integrity_check');
  if (found !== 'ok') throw new StartError(`${path} is damaged – ${String(found)}`);
  if (pragma(database, 'foreign_key_check') !== undefined)
    throw new StartError(`${path} is damaged – rows refer to rows that are not there`);
}

function pragma(database: DatabaseSync, name: string): unknown {
  const row = database.prepare(`pragma ${name}`).get();
  return row && Object.values(row)[0];
}
