import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Existing rows are not counted: their authors begin with an empty quota. */
export const quotaUse: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('quota_use')
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      // 0 for rows that belong to no event.
      .addColumn('event_id', 'bigint', (column) => column.notNull())
      .addColumn('row_count', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('hour_began_at', 'bigint', (column) => column.notNull())
      .addColumn('hour_rows', 'bigint', (column) => column.notNull())
      .addColumn('hour_bytes', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('quota_use_key', ['user_id', 'event_id'])
      .execute();
  },
};
