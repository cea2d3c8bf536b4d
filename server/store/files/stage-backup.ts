import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/config.ts';
import { idLeap } from '../core/restored.ts';
import { openStore } from '../store.ts';
import { tablesWithVersion } from './version-leap.ts';

/**
 * Turns a checked backup into the database that goes live at `now` (ms since the epoch), with all versions raised by `versionLeap`. Throws
 * a `StartError`.
 */
export async function stageBackup(backup: string, stage: string, now: number, versionLeap: number): Promise<void> {
  copyFileSync(backup, stage);
  unpack(stage);
  await migrateCopy(stage, backup);
  const database = new DatabaseSync(stage);
  try {
    database.exec('begin');
    // A new epoch: devices discard their mirrors and load them again.
    database.prepare("update meta set value = ? where name = 'epoch'").run(randomUUID());
    // A backup opens no session: some were ended since, and their cookies have rotated.
    database.prepare('update sessions set revoked_at = coalesce(revoked_at, ?)').run(now);
    // An edit based on a lost version must conflict, also when the row reaches that number again.
    for (const table of tablesWithVersion(database)) database.exec(`update "${table}" set version = version + ${versionLeap}`);
    // A row that is created again under an old id, such as an arrangement, must begin above them, too.
    database.prepare("insert or replace into meta (name, value) values ('version_floor', ?)").run(String(versionLeap));
    // An id of a lost account must never be issued to another person.
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

/** Migrates a copy of the database `original` to this version. Throws a `StartError`. */
export async function migrateCopy(copy: string, original: string): Promise<void> {
  try {
    await (await openStore({ path: copy })).close();
  } catch (error) {
    throw new StartError(`${original} does not fit this version of the server – ${(error as Error).message}`);
  }
}
