import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './helpers.ts';

/** Reactions of people to posts, and their numbers. */
export const reactions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('reactions')
      .addColumn('id', textIn(db), (column) => column.primaryKey())
      .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('post_id', textIn(db), (column) => column.notNull())
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('emoji', textIn(db))
      .addColumn('replaced', textIn(db))
      .addColumn('order', 'bigint', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('reactions_to_post').on('reactions').columns(['post_id', 'emoji']).execute();
    await db.schema.createIndex('reactions_of_person').on('reactions').columns(['user_id', 'event_id']).execute();
    await db.schema
      .createTable('reaction_counts')
      .addColumn('id', textIn(db), (column) => column.primaryKey())
      .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('counts', textIn(db), (column) => column.notNull())
      .addColumn('order', 'bigint', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute();
  },
};
