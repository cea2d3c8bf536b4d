import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pushes about shared rows: several at once become one push with their number. */
export const pushNews: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('push_jobs').addColumn('topic', 'text').execute();
    await db.schema
      .alterTable('push_jobs')
      .addColumn('count', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable('push_jobs').addColumn('payload_of_many', 'text').execute();
    await db.schema.alterTable('push_jobs').addColumn('row_key', 'text').execute();
    await db.schema.alterTable('push_jobs').addColumn('author_id', 'integer').execute();
    await db.schema.createIndex('push_jobs_of_topic').on('push_jobs').columns(['topic', 'subscription_id', 'state']).execute();
    await db.schema.createIndex('push_jobs_of_author').on('push_jobs').columns(['author_id']).execute();
  },
};
