import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './helpers.ts';

/** Questions and answers of organisers. */
export const faqEntries: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('faq_entries')
      .addColumn('id', textIn(db), (column) => column.primaryKey())
      .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('question', textIn(db), (column) => column.notNull())
      .addColumn('answer', textIn(db), (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('faq_entries_of_event').on('faq_entries').columns(['event_id', 'position']).execute();
  },
};
