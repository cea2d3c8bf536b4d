import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { times } from '#contract/times.ts';
import { keptPrefix, namesIn } from '../lib/state-files.ts';

/** How long (ms) the state before a restore is kept: it contains people who were erased since. */
const keptLife = 7 * times.day;

/** Deletes copies that restores made more than a week ago, by the date in their names; `now` is in ms since the epoch. */
export async function deleteOldRestoreCopies(dataDir: string, now: number): Promise<void> {
  for (const name of await namesIn(dataDir)) {
    const day = name.startsWith(keptPrefix) ? Date.parse(name.slice(keptPrefix.length).slice(0, 10)) : Number.NaN;
    if (now - day > keptLife + times.day) await rm(join(dataDir, name), { force: true });
  }
}
