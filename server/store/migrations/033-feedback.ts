import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

export const feedback: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('feedback')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('author_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('feedback_of_event').on('feedback').columns(['event_id']).execute();
    const menu = { path: '/feedback', behind: ['/statistics', '/announcements'] };
    await addModule(db, { module: 12, menu, homeComponent: 'feedback_form' });
  },
};
