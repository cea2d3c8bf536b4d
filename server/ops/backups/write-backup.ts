import { existsSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '#server/config.ts';
import { syncFile, syncFolder } from '#server/lib/files/durable-files.ts';
import { databaseName, listStateFiles, readIfExists } from '#server/lib/files/state-files.ts';
import { noteBackup } from './last-backup.ts';
import { type BackedUpFile, checkBackup } from '#server/store/files/backup-file.ts';
import { addFiles, copyDatabase, missingPictures } from '#server/store/files/write-backup.ts';

/**
 * Writes a data directory into the new file `out`, also while a server runs. `out` is complete, checked and on disk, or missing. Throws a
 * `StartError` if there is no database, `out` exists or the backup is damaged.
 */
export async function writeBackup(dataDir: string, out: string): Promise<{ bytes: number; files: number }> {
  const database = join(dataDir, databaseName);
  if (!existsSync(database)) throw new StartError(`There is no database ${database}`);
  if (existsSync(out)) throw new StartError(`${out} is there already`);
  if (!existsSync(dirname(out))) throw new StartError(`There is no directory ${dirname(out)}`);
  const draft = `${out}.${process.pid}.part`;
  await begin(draft);
  try {
    await copyAll(dataDir, draft);
    const { files } = checkBackup(draft);
    await syncFile(draft);
    await rename(draft, out);
    await syncFolder(dirname(out));
    await noteBackup(dataDir, Date.now());
    return { bytes: (await stat(out)).size, files };
  } finally {
    for (const left of [draft, `${draft}-journal`]) await rm(left, { force: true });
  }
}

async function begin(draft: string): Promise<void> {
  try {
    await writeFile(draft, '', { mode: 0o600 });
  } catch (error) {
    throw new StartError(`${dirname(draft)} cannot be written to – ${(error as Error).message}`);
  }
}

/** The most attempts, when pictures are deleted in the meantime. */
const attempts = 5;

/**
 * Copies database, then files, so that the picture of every copied row exists. If one was deleted in between, it starts again; one missing
 * twice is missing for another reason.
 */
async function copyAll(dataDir: string, draft: string): Promise<void> {
  let before: string | null = null;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    await rm(draft, { force: true });
    copyDatabase(join(dataDir, databaseName), draft);
    await addFiles(draft, filesOf(dataDir));
    const missing = missingPictures(draft).toSorted().join();
    if (missing === '' || missing === before) return;
    before = missing;
  }
}

/** Yields the files of a data directory except the database; files deleted during the backup are left out. */
async function* filesOf(dataDir: string): AsyncGenerator<BackedUpFile> {
  for (const path of await listStateFiles(dataDir)) {
    const content = await readIfExists(join(dataDir, path));
    if (content) yield { path, content };
  }
}
