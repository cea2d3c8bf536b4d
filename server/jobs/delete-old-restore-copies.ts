import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { times } from '../../contract/times.ts';
import { keptPrefix, namesIn } from '../lib/state-files.ts';

/** How long (ms) what was there before a restore is kept: people who were erased meanwhile are in it. */
const keptLife = 7 * times.day;

/** Removes from the data directory what restores kept more than a week ago, by the day in its name; `now` is in ms since the epoch. */
export async function deleteOldRestoreCopies(dataDir: string, now: number): Promise<void> {
  for (const name of await namesIn(dataDir)) {
    const day = name.startsWith(keptPrefix) ? Date.parse(name.slice(keptPrefix.length).slice(0, 10)) : Number.NaN;
    if (now - day > keptLife + times.day) await rm(join(dataDir, name), { force: true });
  }
}
