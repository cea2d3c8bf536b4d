import { sql } from 'kysely';
import type { Database } from './schema.ts';

/** Whether the database answers. */
export async function ping(db: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}
