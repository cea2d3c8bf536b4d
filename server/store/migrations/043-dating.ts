import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

/** Answers about dating, opt-ins and matches. An event admin turns the module on. */
export const dating: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('dating')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('interests', 'text', (column) => column.notNull())
      .addColumn('interested_in', 'text', (column) => column.notNull())
      .addColumn('not_interested_in', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('dating_of_event').on('dating').column('event_id').execute();
    await db.schema.createIndex('dating_of_person').on('dating').column('user_id').execute();
    await db.schema
      .createTable('dating_participants')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('dating_participants_once').unique().on('dating_participants').columns(['user_id', 'event_id']).execute();
    await db.schema.createIndex('dating_participants_of_event').on('dating_participants').column('event_id').execute();
    await db.schema
      .createTable('dating_matches')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('other_id', 'integer', (column) => column.notNull())
      .addColumn('overlapping_interests', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('dating_matches_once').unique().on('dating_matches').columns(['event_id', 'user_id', 'other_id']).execute();
    await db.schema.createIndex('dating_matches_of_person').on('dating_matches').column('user_id').execute();
    await db.schema.createIndex('dating_matches_with_person').on('dating_matches').column('other_id').execute();
    await addModule(db, { module: 18, isOff: true });
  },
};
