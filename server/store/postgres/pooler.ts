import { type Kysely, sql } from 'kysely';
import type { Schema } from '../core/schema.ts';

/** A pooler that others use too may give the same connection back by chance. */
const rounds = 5;

/** The process of the database server that answers here. */
export async function backendOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]!.pid;
}

/**
 * Throws where what is one connection for us and `other` for somebody else is none for a pooler in between, which hands them on after each
 * transaction: a lock would be held by whoever comes next, and news would reach nobody.
 */
export async function refuseHandingOn(one: Kysely<Schema>, other: Kysely<Schema>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const before = await backendOf(one);
    const isOurs = await other
      .transaction()
      .execute(async (held) => (await backendOf(held)) !== before && (await backendOf(one)) === before);
    if (!isOurs) throw new Error('a pooler in between hands connections on after each transaction: it has to work by sessions');
  }
}
