import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Erasure, readErasures } from '../accounts/erase.ts';
import { openStore } from '../store.ts';

/** Returns the erasures stored in the database at `path`; none if it is missing, too old or damaged. */
export async function erasuresIn(path: string): Promise<Erasure[]> {
  if (!existsSync(path) || !knowsErasures(path)) return [];
  const store = await openStore({ path });
  try {
    return await readErasures(store.reading);
  } finally {
    await store.close();
  }
}

function knowsErasures(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare("select 1 from sqlite_schema where type = 'table' and name = 'erasures'").get() !== undefined;
  } catch {
    return false;
  } finally {
    database.close();
  }
}
