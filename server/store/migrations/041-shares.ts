import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

/** Rides, rooms and things that members offer each other. */
export const shares: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('shares')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('author_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('available', 'integer', (column) => column.notNull())
      .addColumn('total', 'integer', (column) => column.notNull())
      .addColumn('surplus', 'integer', (column) => column.notNull())
      .addColumn('image', 'text')
      .addColumn('order', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('shares_listing').on('shares').columns(['event_id', 'type', 'order']).execute();
    await db.schema.createIndex('shares_author').on('shares').column('author_id').execute();
    await addModule(db, { module: 16, menu: { path: '/sharing', behind: ['/meetups', '/chat'] } });
  },
};
