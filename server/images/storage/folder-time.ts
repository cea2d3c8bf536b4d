import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What the clock says by which a folder that is there notes when its files change (ms since the epoch): that of another machine, where it lies on one. */
export async function timeIn(folder: string): Promise<number> {
  // A folder is in no list of files, and in no backup.
  const probe = await mkdtemp(join(folder, '.now-'));
  try {
    return (await stat(probe)).mtimeMs;
  } finally {
    await rmdir(probe);
  }
}
