import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The order of menu, home screen and contact links; empty until an event admin changes it. */
export const arrangements: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('arrangements')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('list', 'text', (column) => column.notNull())
      .addColumn('places', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('arrangements_of_event').on('arrangements').column('event_id').execute();
  },
};
