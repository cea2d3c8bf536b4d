import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Erasures: an id and a choice, so that a restored backup erases them again. Times are milliseconds since the epoch. */
export const erasures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('erasures')
      .addColumn('user_id', 'integer', (column) => column.primaryKey())
      .addColumn('keeps_shared', 'integer', (column) => column.notNull())
      .addColumn('erased_at', 'bigint', (column) => column.notNull())
      .addColumn('scrubbed', 'integer', (column) => column.notNull())
      .execute();
  },
};
