import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a session last proved the password (ms since the epoch); null if not since the sign-in. */
export const provedSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('sessions').addColumn('proved_at', 'bigint').execute();
  },
};
