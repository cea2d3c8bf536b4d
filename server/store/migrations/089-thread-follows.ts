import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './helpers.ts';

/** Threads that people follow or mute, and the setting for pushes of mentions. */
export const threadFollows: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('thread_follows')
      .addColumn('id', textIn(db), (column) => column.primaryKey())
      .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('post_id', textIn(db), (column) => column.notNull())
      .addColumn('state', textIn(db), (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('thread_follows_of_person').on('thread_follows').columns(['user_id', 'event_id']).execute();
    await db.schema.createIndex('thread_follows_of_post').on('thread_follows').columns(['post_id']).execute();
    await db.schema
      .alterTable('notification_settings')
      .addColumn('mentions', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
