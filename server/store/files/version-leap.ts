import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { versionStride as stride } from '../core/restored.ts';

/** Where nobody can say which versions were given out, chance makes it unlikely to meet them. */
const strides = 1_000;

/**
 * By how much the versions of a backup have to grow so that they lie above every version that the database at `live` has given out,
 * those of an earlier restore of the same backup included.
 */
export function versionLeapOver(live: string): number {
  const highest = highestVersionIn(live);
  return stride * (highest === null ? randomInt(1, strides) : Math.floor(highest / stride) + 1);
}

/** The tables whose rows have a version; the change log, which knows the versions of removed rows, is one of them. */
export function tablesWithVersion(database: DatabaseSync): string[] {
  const sql = `select m.name from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'version'`;
  return database
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));
}

/** Null where there is no database, or one that cannot be read. */
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
