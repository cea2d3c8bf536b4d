import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** In which order organisers want menu, home screen and contact links; nothing is in there before somebody says so. */
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
