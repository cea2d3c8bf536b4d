import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../config.ts';
import { storeFailureOf } from '../store/engine/failures.ts';

/** Until `release` is called, or the process ends in whatever way: the system itself holds the lock and lets it go. */
export interface DataDirLock {
  release(): void;
}

/**
 * Takes the data directory for this process, by an exclusive lock on a file beside the database; null where another process has it.
 * Reading and short writes past the server (backup, restore, create-admin) need no lock: the database keeps those apart by itself.
 */
export function lockDataDir(dataDir: string): DataDirLock | null {
  const file = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 });
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if (storeFailureOf(error) === 'busy') return null;
    throw error;
  }
}

/** Throws a `StartError` where another server works on this directory. */
export function claimDataDir(dataDir: string): DataDirLock {
  const lock = lockDataDir(dataDir);
  if (!lock) throw new StartError(`Another server works on ${dataDir} – stop it, or set DATA_DIR to another directory`);
  return lock;
}
