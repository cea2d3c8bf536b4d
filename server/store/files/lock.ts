import { DatabaseSync } from 'node:sqlite';
import { storeFailureOf } from '../core/failures.ts';

/** Until `release` is called, or the process ends in whatever way: the system itself holds the lock and lets it go. */
export interface FileLock {
  release(): void;
}

/** Takes the file at `path` for this process, and makes it where it is not there; null where another process has it. */
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
