import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How long an event keeps personal data (null: for the usual time), and when that ends for events whose organisers were told. Nobody has been told of one of before. */
export const eventRetention: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('events').addColumn('kept_days', 'bigint').execute();
    await db.schema
      .createTable('event_retention')
      .addColumn('event_id', 'bigint', (column) => column.primaryKey().references('events.id').onDelete('cascade'))
      .addColumn('delete_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
