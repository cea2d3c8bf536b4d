import { DatabaseSync } from 'node:sqlite';
import { type BackedUpFile, backupMark, filesTable } from './backup-file.ts';
import { pictureColumns } from '../repositories/pictures.ts';
import { fingerprintOf } from '#server/lib/files/state-files.ts';

/**
 * Copies a snapshot of a database into the new file `to`. It is one read transaction, so writers continue and do not make it start again.
 */
export function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { timeout: 10_000 });
  try {
    database.prepare('vacuum into ?').run(to);
  } finally {
    database.close();
  }
}

/** Turns the copy of a database into a backup by adding files, one at a time: together they do not fit into memory. */
export async function addFiles(copy: string, files: AsyncIterable<BackedUpFile>): Promise<void> {
  const backup = new DatabaseSync(copy);
  try {
    backup.exec(`begin; ${filesTable}`);
    const insert = backup.prepare('insert into backup_files (path, sha256, content) values (?, ?, ?)');
    for await (const { path, content } of files) insert.run(path, fingerprintOf(content), content);
    backup.exec(`pragma application_id = ${backupMark}; commit`);
  } finally {
    backup.close();
  }
}

/** Returns the pictures that rows of the backup refer to and that are missing in it. */
export function missingPictures(copy: string): string[] {
  const backup = new DatabaseSync(copy, { readOnly: true });
  try {
    // A directory that this version does not open can still be backed up.
    const isThere = backup.prepare('select 1 from pragma_table_info(?) where name = ?');
    return pictureColumns
      .filter(({ table, column }) => isThere.get(table, column))
      .flatMap(({ table, column }) =>
        backup
          .prepare(
            `select distinct ${column} as link from ${table} where ${column} like '/images/%' and substr(${column}, 2) not in (select path from backup_files)`,
          )
          .all(),
      )
      .map(({ link }) => String(link));
  } finally {
    backup.close();
  }
}
