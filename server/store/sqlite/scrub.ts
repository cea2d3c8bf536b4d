import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../core/schema.ts';

/**
 * Makes what was deleted unreadable: deleted rows lie in free pages of the file, and in the log of writes, until both are written anew.
 * Writes wait for it where they go through `untilUnlocked`, as this must; reads go on. Does nothing where nobody has left since the last time.
 */
export async function scrub(db: Kysely<Schema>): Promise<void> {
  const due = await db.selectFrom('erasures').select('user_id').where('scrubbed', '=', 0).execute();
  if (due.length === 0) return;
  await rewrite(db);
  const ids = due.map(({ user_id }) => user_id);
  await db.updateTable('erasures').set({ scrubbed: 1 }).where('user_id', 'in', ids).execute();
}

/** In a thread of its own, by a connection of its own: a large file takes seconds. A database in memory has no other connection. */
async function rewrite(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const file = rows[0]?.file ?? '';
  if (file === '') {
    await sql`vacuum`.execute(db);
    return;
  }
  const worker = new Worker(new URL('rewrite-file.ts', import.meta.url), { workerData: file });
  await once(worker, 'exit');
}
