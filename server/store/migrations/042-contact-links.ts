import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

/** Blocks of links to the contacts of an event. */
export const contactLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('contact_links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('subtitle', 'text')
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('links', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('contact_links_of_event').on('contact_links').columns(['event_id', 'position']).execute();
    await addModule(db, { module: 17, menu: { path: '/contact-links', behind: ['/announcements', '/share'] } });
  },
};
