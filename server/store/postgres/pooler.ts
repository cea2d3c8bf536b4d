import { type Kysely, sql } from 'kysely';
import type { Schema } from '../core/schema.ts';

/** A shared pooler may return the same connection by chance. */
const rounds = 5;

export async function backendOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]!.pid;
}

/** Throws if a pooler assigns connections per transaction. A lock would then be held by another client, and notifications would be lost. */
export async function refuseTransactionPooling(one: Kysely<Schema>, other: Kysely<Schema>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const before = await backendOf(one);
    const isOurs = await other
      .transaction()
      .execute(async (held) => (await backendOf(held)) !== before && (await backendOf(one)) === before);
    if (!isOurs) throw new Error('a pooler in between hands connections on after each transaction: it has to work by sessions');
  }
}
