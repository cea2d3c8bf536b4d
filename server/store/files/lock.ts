import { DatabaseSync } from 'node:sqlite';
import { storeFailureOf } from '../core/failures.ts';

/** Held until `release` is called or the process ends: the operating system releases the lock. */
export interface FileLock {
  release(): void;
}

/** Locks the file at `path` and creates it if necessary. Returns null if another process holds the lock. */
export function lockFile(path: string): FileLock | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if (storeFailureOf(error) === 'busy') return null;
    throw error;
  }
}
