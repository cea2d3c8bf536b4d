import { join } from 'node:path';
import { StartError } from '../config.ts';
import { inDataDir } from '../lib/data-dir.ts';
import { type FileLock, lockFile } from '../store/files/lock.ts';

export type DataDirLock = FileLock;

/**
 * Takes the data directory for this process, by an exclusive lock on a file beside the database; null where another process has it.
 * Reading and short writes past the server (backup, restore, create-admin) need no lock: the database keeps those apart by itself.
 */
export function lockDataDir(dataDir: string): DataDirLock | null {
  return lockFile(join(dataDir, 'lock'));
}

/** Makes the directory where it is not there. Throws a `StartError` where it cannot be used, or another server works on it. */
export function claimDataDir(dataDir: string): DataDirLock {
  const lock = inDataDir(dataDir, () => lockDataDir(dataDir));
  if (!lock) throw new StartError(`Another server works on ${dataDir} – stop it, or set DATA_DIR to another directory`);
  return lock;
}
