import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the clock says by which a folder that is there notes when its files change (ms since the epoch): that of another machine, where it lies on one. */
export async function timeIn(folder: string): Promise<number> {
  // A file, which whoever reads the folder may find gone; one that a crash leaves is empty, and named by nobody.
  const probe = join(folder, `.now-${randomUUID()}`);
  try {
    await writeFile(probe, '', { mode: 0o600 });
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}
