import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the time (ms since the epoch) of the file system of an existing folder, which may be another machine's. */
export async function timeIn(folder: string): Promise<number> {
  // Readers of the folder may see this file disappear; one left by a crash is empty and unused.
  const probe = join(folder, `.now-${randomUUID()}`);
  try {
    await writeFile(probe, '', { mode: 0o600 });
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}
