import { existsSync, mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { thumbnailOf } from '../../contract/pictures.ts';
import { StartError } from '../config.ts';
import { makeFolder, replaceFile } from '../lib/durable-files.ts';
import { databaseName, keptPrefix, listStateFiles, readIfThere } from '../lib/state-files.ts';
import { checkBackup, readFiles } from '../store/files/backup-file.ts';
import { replaceContent } from '../store/files/replace-content.ts';
import { stageBackup } from '../store/files/stage-backup.ts';
import { versionLeapOver } from '../store/files/version-leap.ts';
import { openStore, storeFailureOf } from '../store/store.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { eraseAgain } from './erase-again.ts';
import { unmarkMoved } from './sqlite-to-postgres/mark.ts';
import { writeBackup } from './write-backup.ts';

export interface Restored {
  /** Where what was there before is kept; null where nothing was. */
  readonly kept: string | null;
  /** Keys of the server that are other ones now; one that runs goes on with the old ones until it is started again. */
  readonly changedKeys: readonly string[];
}

/**
 * Puts a data directory back to what `backup` holds, whether or not a server works there; `now` is in ms since the epoch.
 * Throws a `StartError`: no sound backup, one of a newer version, or a damaged database under a running server.
 */
export async function restoreBackup(dataDir: string, backup: string, now: number): Promise<Restored> {
  checkBackup(backup);
  mkdirSync(dataDir, { recursive: true });
  const live = join(dataDir, databaseName);
  const stage = join(dataDir, `restoring-${process.pid}.db`);
  try {
    await stageBackup(backup, stage, now, versionLeapOver(live));
    const erased = await eraseAgain(stage, live);
    const kept = await keepWhatIsThere(dataDir, live, now);
    // Makes the tables where there are none, so that there is one way to fill them.
    await (await openStore({ path: live })).close();
    // First what can still be refused.
    replaceContent(live, stage);
    const { changedKeys, paths } = await restoreFiles(dataDir, backup, filesOf(erased));
    await removePictures(dataDir, paths);
    // Another history begins, which is nobody else's.
    await unmarkMoved(dataDir);
    return { kept, changedKeys };
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${stage}${suffix}`, { force: true });
  }
}

/** As a backup; a database that is too damaged for that is moved aside, which only works while nobody has it open. */
async function keepWhatIsThere(dataDir: string, live: string, now: number): Promise<string | null> {
  if (!existsSync(live)) return null;
  const kept = freeName(join(dataDir, `${keptPrefix}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`));
  try {
    await writeBackup(dataDir, `${kept}.backup`);
    return `${kept}.backup`;
  } catch (error) {
    if (!(error instanceof StartError) && storeFailureOf(error) !== 'broken') throw error;
  }
  const lock = lockDataDir(dataDir);
  if (!lock) throw new StartError(`${live} is damaged – stop the server, then restore again`);
  try {
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(live + suffix)) await rename(live + suffix, `${kept}.db${suffix}`);
  } finally {
    lock.release();
  }
  return `${kept}.db`;
}

/** With a number where the name is taken: clocks stand still, or are put back, and what was kept before is never written over. */
function freeName(name: string): string {
  const isTaken = (candidate: string): boolean => ['.backup', '.db'].some((ending) => existsSync(candidate + ending));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}

async function restoreFiles(
  dataDir: string,
  backup: string,
  without: ReadonlySet<string>,
): Promise<{ changedKeys: string[]; paths: Set<string> }> {
  const changedKeys: string[] = [];
  const paths = new Set<string>();
  for (const { path, content } of readFiles(backup)) {
    if (without.has(path)) continue;
    paths.add(path);
    const before = await readIfThere(join(dataDir, path));
    if (before?.equals(content)) continue;
    if (before && isKey(path)) changedKeys.push(path);
    await makeFolder(dirname(join(dataDir, path)));
    await replaceFile(join(dataDir, path), content);
  }
  return { changedKeys, paths };
}

/** Where pictures lie, by their links. */
function filesOf(links: readonly string[]): Set<string> {
  return new Set(links.flatMap((link) => [link, thumbnailOf(link)]).map((path) => path.slice(1)));
}

/** Pictures that came after the backup; they are in what was kept. Those that people sent are left to the server, which may be taking in more. */
async function removePictures(dataDir: string, restored: ReadonlySet<string>): Promise<void> {
  for (const path of await listStateFiles(dataDir))
    if (!restored.has(path) && !isKey(path) && !path.startsWith('images/')) await rm(join(dataDir, path), { force: true });
}

/** Keys lie in the data directory itself, pictures in folders. */
function isKey(path: string): boolean {
  return !path.includes('/');
}
