import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Times are milliseconds since the epoch. A device is deleted with its session, and its jobs with the device. */
export const push: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('push_subscriptions')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('endpoint', 'text', (column) => column.notNull().unique())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
      .addColumn('p256dh', 'text', (column) => column.notNull())
      .addColumn('auth', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('push_subscriptions_of_user').on('push_subscriptions').columns(['user_id']).execute();
    await db.schema.createIndex('push_subscriptions_of_session').on('push_subscriptions').columns(['session_id']).execute();
    await db.schema
      .createTable('push_jobs')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('subscription_id', 'integer', (column) => column.notNull().references('push_subscriptions.id').onDelete('cascade'))
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('push_jobs_once', ['subscription_id', 'subject'])
      .execute();
    await db.schema.createIndex('push_jobs_due').on('push_jobs').columns(['state', 'next_at']).execute();
  },
};
