import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './text-in.ts';

/** Leases of jobs and pushes for processes that share a database. */
export const sharedJobs: Migration = {
  async up(db: Kysely<unknown>) {
    // Pushes that are being sent during the migration have no owner afterwards.
    await db.schema
      .alterTable('push_jobs')
      .addColumn('sending_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('turns')
      .addColumn('name', textIn(db), (column) => column.primaryKey())
      .addColumn('holder', textIn(db))
      .addColumn('held_until', 'bigint', (column) => column.notNull())
      .addColumn('done_at', 'bigint')
      .execute();
    await db.schema
      .createTable('address_changes')
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('address_changes_of_person').on('address_changes').columns(['user_id', 'at']).execute();
  },
};
