import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '#server/config.ts';

/**
 * Returns the text of a file that the server creates in the data directory: the first call writes the result of `make`, readable by the
 * owner only. Throws a `StartError` if the directory is unusable.
 */
export function readOrCreateFile(dataDir: string, name: string, make: () => string): string {
  const path = join(dataDir, name);
  return inDataDir(dataDir, () => read(path) ?? write(path, make()));
}

/** Creates the data directory if necessary. Throws a `StartError` if it is unusable. */
export const makeDataDir = (dataDir: string): void => inDataDir(dataDir, () => undefined);

/** Runs `work` in the data directory, created if necessary. Throws a `StartError` if either fails. */
export function inDataDir<T>(dataDir: string, work: () => T): T {
  try {
    makeFolder(dataDir);
    return work();
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used – ${(error as Error).message}`);
  }
}

/** Node's recursive mkdir hangs if a parent exists but accepts no folders, as under /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function write(path: string, text: string): string {
  // Written to a draft and renamed, so that a kill leaves no half-written file.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${text}\n`, { mode: 0o600, flush: true });
  renameSync(draft, path);
  return text;
}
