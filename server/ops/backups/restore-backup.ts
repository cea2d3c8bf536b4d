import { existsSync, mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { thumbnailOf } from '#contract/pictures.ts';
import { StartError } from '#server/config.ts';
import { makeFolder, replaceFile } from '#server/lib/files/durable-files.ts';
import { databaseName, keptPrefix, listStateFiles, readIfExists } from '#server/lib/files/state-files.ts';
import { checkBackup, readFiles } from '#server/store/files/backup-file.ts';
import { replaceContent } from '#server/store/files/replace-content.ts';
import { stageBackup } from '#server/store/files/stage-backup.ts';
import { versionLeapOver } from '#server/store/files/version-leap.ts';
import { openStore, storeFailureOf, dynamicScopes } from '#server/store/store.ts';
import { lockDataDir } from '../data-dir-lock.ts';
import { unmarkMoved } from '../sqlite-to-postgres/mark.ts';
import { writeBackup } from './write-backup.ts';
import { erasePerson } from '#server/services/accounts/erase-person.ts';
import { erasuresIn } from '#server/store/files/erasures-in.ts';
import { readAccount } from '#server/store/accounts/accounts.ts';
import { insertErasure } from '#server/store/accounts/erase.ts';

export interface Restored {
  /** The path of the kept earlier state; null if there was none. */
  readonly kept: string | null;
  /** Server keys that differ from the earlier ones; a running server uses the old ones until it is restarted. */
  readonly changedKeys: readonly string[];
}

/**
 * Restores `backup` into a data directory, also while a server runs on it; `now` is in ms since the epoch. Throws a `StartError` for a
 * damaged backup, one of a newer version, or a damaged database under a running server.
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
    // Creates the tables if necessary, so that there is one way to fill them.
    await (await openStore({ path: live })).close();
    // Before the files, because it may still fail.
    replaceContent(live, stage);
    const { changedKeys, paths } = await restoreFiles(dataDir, backup, filesOf(erased));
    await removePictures(dataDir, paths);
    // The restored history is not the one in PostgreSQL.
    await unmarkMoved(dataDir);
    return { kept, changedKeys };
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${stage}${suffix}`, { force: true });
  }
}

/** Keeps the current state as a backup. A database too damaged for that is moved aside, which requires that nobody has it open. */
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

/** Returns a name with a number if necessary: clocks may be set back, and earlier copies must not be overwritten. */
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
    const before = await readIfExists(join(dataDir, path));
    if (before?.equals(content)) continue;
    if (before && isKey(path)) changedKeys.push(path);
    await makeFolder(dirname(join(dataDir, path)));
    await replaceFile(join(dataDir, path), content);
  }
  return { changedKeys, paths };
}

function filesOf(links: readonly string[]): Set<string> {
  return new Set(links.flatMap((link) => [link, thumbnailOf(link)]).map((path) => path.slice(1)));
}

/**
 * Deletes pictures that came after the backup and are in the kept copy. People's pictures are left to the server, which may be receiving
 * more.
 */
async function removePictures(dataDir: string, restored: ReadonlySet<string>): Promise<void> {
  for (const path of await listStateFiles(dataDir))
    if (!restored.has(path) && !isKey(path) && !path.startsWith('images/')) await rm(join(dataDir, path), { force: true });
}

/** Keys are stored in the data directory itself, pictures in subfolders. */
function isKey(path: string): boolean {
  return !path.includes('/');
}

/** Repeats the erasures since the backup, stored in `live`, before the backup replaces it. Returns the links of pictures not to restore. */
async function eraseAgain(stage: string, live: string): Promise<string[]> {
  const left = await erasuresIn(live);
  const store = await openStore({ path: stage });
  try {
    const links: string[] = [];
    for (const erasure of left) {
      const erasedLinks = await store.write(dynamicScopes(), async (trx) => {
        if (await readAccount(trx, erasure.userId)) return (await erasePerson(trx, erasure)).pictures;
        await insertErasure(trx, erasure);
        return [];
      });
      links.push(...erasedLinks);
    }
    return links;
  } finally {
    await store.close();
  }
}
