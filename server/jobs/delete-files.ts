import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { times } from '#contract/times.ts';
import { keptPrefix, mailsFolder, namesIn } from '../lib/files/state-files.ts';

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

/** How long (ms) the state before a restore is kept: it contains people who were erased since. */
const keptLife = 7 * times.day;

/** Deletes copies that restores made more than a week ago, by the date in their names; `now` is in ms since the epoch. */
export async function deleteOldRestoreCopies(dataDir: string, now: number): Promise<void> {
  for (const name of await namesIn(dataDir)) {
    const day = name.startsWith(keptPrefix) ? Date.parse(name.slice(keptPrefix.length).slice(0, 10)) : Number.NaN;
    if (now - day > keptLife + times.day) await rm(join(dataDir, name), { force: true });
  }
}
