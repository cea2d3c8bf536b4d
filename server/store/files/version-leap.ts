import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { versionStride as stride } from '../core/restored.ts';

/** If the issued versions are unknown, a random stride makes collisions unlikely. */
const strides = 1_000;

/**
 * Returns the number by which the versions of a backup must grow to exceed all versions that the database at `live` has issued, also after
 * earlier restores of the same backup.
 */
export function versionLeapOver(live: string): number {
  const highest = highestVersionIn(live);
  return stride * (highest === null ? randomInt(1, strides) : Math.floor(highest / stride) + 1);
}

/** Returns the tables with a version column. The change log, which has the versions of deleted rows, is one of them. */
export function tablesWithVersion(database: DatabaseSync): string[] {
  const sql = `select m.name from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'version'`;
  return database
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));
}

/** Returns null if there is no readable database. */
function highestVersionIn(path: string): number | null {
  if (!existsSync(path)) return null;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    const versions = tablesWithVersion(database).map((table) => database?.prepare(`select max(version) as highest from "${table}"`).get());
    return Math.max(0, ...versions.map((row) => Number(row?.['highest'] ?? 0)));
  } catch {
    return null;
  } finally {
    database?.close();
  }
}
