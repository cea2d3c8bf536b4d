// Loaded before server/main.ts (node --import): one server at a time works on a data directory.
import { loadConfig, StartError } from '../config.ts';
import { loadSecret } from '../services/auth/secret.ts';
import { claimDataDir, type DataDirLock } from './data-dir-lock.ts';

/** Referred to for as long as the process lives; a lock that is collected is a lock that is gone. */
export const held = claim();

function claim(): DataDirLock {
  try {
    const { dataDir } = loadConfig();
    // Makes the directory where it is not there yet.
    loadSecret(dataDir);
    return claimDataDir(dataDir);
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}
