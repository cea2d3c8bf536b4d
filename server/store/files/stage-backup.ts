import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../config.ts';
import { idLeap } from '../core/restored.ts';
import { openStore } from '../store.ts';
import { tablesWithVersion } from './version-leap.ts';

/**
 * Makes of a checked backup, at `stage`, the database that is to go live at `now` (ms since the epoch), with all versions higher by
 * `versionLeap`. Throws a `StartError`.
 */
export async function stageBackup(backup: string, stage: string, now: number, versionLeap: number): Promise<void> {
  copyFileSync(backup, stage);
  unpack(stage);
  await bringUpToDate(stage, backup);
  const database = new DatabaseSync(stage);
  try {
    database.exec('begin');
    // Another history: devices drop what they mirrored and load it again.
    database.prepare("update meta set value = ? where name = 'epoch'").run(randomUUID());
    // A backup opens no session: some of them were ended since, and their cookies have moved on.
    database.prepare('update sessions set revoked_at = coalesce(revoked_at, ?)').run(now);
    // An edit that a device made on a forgotten version is a conflict, also when the row gets to that number again.
    for (const table of tablesWithVersion(database)) database.exec(`update "${table}" set version = version + ${versionLeap}`);
    // A row that is made anew under an old id, such as an order, begins above them too.
    database.prepare("insert or replace into meta (name, value) values ('version_floor', ?)").run(String(versionLeap));
    // A number that belonged to a forgotten person never becomes somebody else's.
    database.exec(`update sqlite_sequence set seq = seq + ${idLeap}; commit`);
  } finally {
    database.close();
  }
}

function unpack(stage: string): void {
  const database = new DatabaseSync(stage);
  try {
    database.exec('drop table backup_files; pragma application_id = 0');
  } finally {
    database.close();
  }
}

/** Gives a copy of the database `original` the tables of this version. Throws a `StartError`. */
export async function bringUpToDate(copy: string, original: string): Promise<void> {
  try {
    await (await openStore({ path: copy })).close();
  } catch (error) {
    throw new StartError(`${original} does not fit this version of the server – ${(error as Error).message}`);
  }
}
