import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../core/schema.ts';

/**
 * Makes deleted data unreadable: free pages and the write-ahead log contain it until both are rewritten. Must run within `untilUnlocked`,
 * so that writes wait; reads continue. Does nothing if nobody was erased since.
 */
export async function scrub(db: Kysely<Schema>): Promise<void> {
  const due = await db.selectFrom('erasures').select('user_id').where('scrubbed', '=', 0).execute();
  if (due.length === 0) return;
  await rewrite(db);
  const ids = due.map(({ user_id }) => user_id);
  await db.updateTable('erasures').set({ scrubbed: 1 }).where('user_id', 'in', ids).execute();
}

/** Runs in a thread with its own connection, because a large file takes seconds. A database in memory has no second connection. */
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
