import { existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../config.ts';
import { backupMark, checkBackup, filesTable } from './backup-file.ts';
import { databaseName, fingerprintOf, listStateFiles, readIfThere } from './state-files.ts';

/**
 * Writes everything of a data directory into the new file `out`, whether or not a server works there; answers its size in bytes and the
 * number of files in it. What was acknowledged before it began is in it. `out` is there whole or not at all, checked and on disk.
 * Throws a `StartError` where there is no database, `out` is taken, or what was written is not sound.
 */
export async function writeBackup(dataDir: string, out: string): Promise<{ bytes: number; files: number }> {
  const database = join(dataDir, databaseName);
  if (!existsSync(database)) throw new StartError(`There is no database ${database}`);
  if (existsSync(out)) throw new StartError(`${out} is there already`);
  if (!existsSync(dirname(out))) throw new StartError(`There is no directory ${dirname(out)}`);
  const draft = `${out}.${process.pid}.part`;
  try {
    copyDatabase(database, draft);
    // After the database: a picture that a row names is there when the row is.
    await addFiles(draft, dataDir);
    const { files } = checkBackup(draft);
    await sync(draft);
    await rename(draft, out);
    await sync(dirname(out));
    return { bytes: (await stat(out)).size, files };
  } finally {
    for (const left of [draft, `${draft}-journal`]) await rm(left, { force: true });
  }
}

/** As of one moment, in one reading transaction: writers go on meanwhile and do not make it start over. */
function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { timeout: 10_000 });
  try {
    database.prepare('vacuum into ?').run(to);
  } finally {
    database.close();
  }
}

async function addFiles(draft: string, dataDir: string): Promise<void> {
  const backup = new DatabaseSync(draft);
  try {
    backup.exec(`begin; ${filesTable}`);
    const insert = backup.prepare('insert into backup_files (path, sha256, content) values (?, ?, ?)');
    for (const path of await listStateFiles(dataDir)) {
      const content = await readIfThere(join(dataDir, path));
      if (content) insert.run(path, fingerprintOf(content), content);
    }
    backup.exec(`pragma application_id = ${backupMark}; commit`);
  } finally {
    backup.close();
  }
}

/** The copy of the database is written without waiting for the disk; this waits. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
