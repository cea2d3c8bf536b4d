import { join } from 'node:path';
import { StartError } from '../config.ts';
import { inDataDir } from '../lib/files/data-dir.ts';
import { type FileLock, lockFile } from '../store/files/lock.ts';

export type DataDirLock = FileLock;

/**
 * Locks the data directory for this process; returns null if another process holds the lock. Backup, restore and create-admin need no lock:
 * the database coordinates them.
 */
export function lockDataDir(dataDir: string): DataDirLock | null {
  return lockFile(join(dataDir, 'lock'));
}

/** Creates and locks the data directory. Throws a `StartError` if it is unusable or in use by another server. */
export function claimDataDir(dataDir: string): DataDirLock {
  const lock = inDataDir(dataDir, () => lockDataDir(dataDir));
  if (!lock) throw new StartError(`Another server works on ${dataDir} – stop it, or set DATA_DIR to another directory`);
  return lock;
}
