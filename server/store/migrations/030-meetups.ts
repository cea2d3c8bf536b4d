import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

export const meetups: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('meetups')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('author_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('start_date', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('meetups_of_event').on('meetups').columns(['event_id', 'start_date']).execute();
    await addModule(db, { module: 7, menu: { path: '/meetups', behind: ['/schedule', '/home'] }, homeComponent: 'running_meetups' });
  },
};
