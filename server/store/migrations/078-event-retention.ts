import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How long an event keeps personal data (null: the default), and the announced end. Nothing was announced for existing events. */
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
