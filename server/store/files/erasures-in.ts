import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { StartError } from '#server/config.ts';
import { type Erasure, readErasures } from '../accounts/erase.ts';
import { openStore, UnfitSchema } from '../store.ts';

/**
 * Returns the erasures stored in the database at `path`; none if it is missing, damaged or empty. Throws a `StartError` if
 * another version made it.
 */
export async function erasuresIn(path: string): Promise<Erasure[]> {
  if (!existsSync(path) || !hasTables(path)) return [];
  const store = await openStore({ path }).catch((error: unknown) => {
    throw error instanceof UnfitSchema ? new StartError(`${path} does not fit this version of the server – ${error.message}`) : error;
  });
  try {
    return await readErasures(store.reading);
  } finally {
    await store.close();
  }
}

function hasTables(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(`select 1 from sqlite_schema where type = 'table' and name = '${DEFAULT_MIGRATION_TABLE}'`).get() !== undefined;
  } catch {
    return false;
  } finally {
    database.close();
  }
}
