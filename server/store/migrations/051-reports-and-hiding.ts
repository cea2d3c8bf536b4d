import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Reports as their author and as event admins see them, and hidden people. */
export const reportsAndHiding: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('own_reports')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('author_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('row_id', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('seen', 'text')
      .addColumn('subject_id', 'integer')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('own_reports_of_event').on('own_reports').column('event_id').execute();
    await db.schema.createIndex('own_reports_of_person').on('own_reports').columns(['author_id', 'event_id', 'created_at']).execute();
    await db.schema.createIndex('own_reports_about_person').on('own_reports').column('subject_id').execute();
    await db.schema
      .createTable('reports')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('row_id', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('subject_id', 'integer')
      .addColumn('snapshot', 'text')
      .addColumn('picture', 'text')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('decided_by', 'integer')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('reports_of_event').on('reports').column('event_id').execute();
    await db.schema.createIndex('reports_about_person').on('reports').column('subject_id').execute();
    await db.schema.createIndex('reports_decided_by').on('reports').column('decided_by').execute();
    await db.schema.createIndex('reports_with_picture').on('reports').column('picture').execute();
    await db.schema
      .createTable('hidden_people')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('other_id', 'integer', (column) => column.notNull())
      .addColumn('hidden', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('hidden_people_of_person').on('hidden_people').columns(['user_id', 'other_id']).execute();
    await db.schema.createIndex('hidden_people_other').on('hidden_people').column('other_id').execute();
  },
};
