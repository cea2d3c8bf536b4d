import type { Database } from './schema.ts';
import { readEpoch } from './store.ts';

/** Whether the database answers with what is stored in it. */
export async function ping(db: Database): Promise<boolean> {
  try {
    await readEpoch(db);
    return true;
  } catch {
    return false;
  }
}
