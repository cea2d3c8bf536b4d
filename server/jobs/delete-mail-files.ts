import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mailsFolder, namesIn } from '../lib/state-files.ts';

/** Deletes mails written as files before `time` (ms since the epoch), by the time in their names. */
export function deleteMailFilesBefore(dataDir: string, time: number): Promise<void> {
  const first = new Date(time).toISOString().replaceAll(':', '-');
  return removeWhere(dataDir, (name) => name < first);
}

export function deleteMailFilesOf(dataDir: string, userId: number): Promise<void> {
  return removeWhere(dataDir, (name) => name.includes(` ${userId}.eml`));
}

async function removeWhere(dataDir: string, isOver: (name: string) => boolean): Promise<void> {
  const folder = join(dataDir, mailsFolder);
  for (const name of await namesIn(folder)) if (isOver(name)) await rm(join(folder, name), { force: true });
}
