import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../config.ts';

/**
 * The text of a file in the data directory that the server makes for itself: the first start writes what `make` gives, readable by the
 * owner only. Throws a `StartError` where the directory cannot be used.
 */
export function readOrMake(dataDir: string, name: string, make: () => string): string {
  const path = join(dataDir, name);
  return inDataDir(dataDir, () => read(path) ?? write(path, make()));
}

/** Makes the data directory where it is not there. Throws a `StartError` where it cannot be used. */
export const makeDataDir = (dataDir: string): void => inDataDir(dataDir, () => undefined);

/** Makes the data directory where it is not there, and works in it. Throws a `StartError` where either fails. */
export function inDataDir<T>(dataDir: string, work: () => T): T {
  try {
    makeFolder(dataDir);
    return work();
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used – ${(error as Error).message}`);
  }
}

/** Node's own recursive mkdir never comes back where a parent exists but takes no folders, as under /proc. */
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
  // Written beside and renamed, so that a kill in between leaves no half file.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${text}\n`, { mode: 0o600, flush: true });
  renameSync(draft, path);
  return text;
}
