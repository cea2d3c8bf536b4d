import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Shared rows are stored once, and become pushes when they are due. */
export const notedNews: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('push_news')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('row_id', 'text', (column) => column.notNull())
      .addColumn('event_id', 'integer', (column) => column.notNull())
      .addColumn('author_id', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('push_news_once', ['resource', 'row_id'])
      .execute();
    await db.schema.createIndex('push_news_by_age').on('push_news').column('created_at').execute();
    await db.schema.createIndex('push_news_of_author').on('push_news').column('author_id').execute();
  },
};
