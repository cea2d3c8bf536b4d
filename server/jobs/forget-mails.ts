import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mailsFolder } from '../state-files.ts';

/** Removes mails that became files before `time` (ms since the epoch), by the time in their names. */
export async function forgetMails(dataDir: string, time: number): Promise<void> {
  const folder = join(dataDir, mailsFolder);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) if (name < new Date(time).toISOString().replaceAll(':', '-')) await rm(join(folder, name), { force: true });
}
