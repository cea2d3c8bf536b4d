import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './helpers.ts';

/** The rows up to which a person has read the lists of an event. */
export const readMarks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('read_marks')
      .addColumn('id', textIn(db), (column) => column.primaryKey())
      .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('marks', textIn(db), (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('read_marks_of_person').on('read_marks').columns(['user_id', 'event_id']).execute();
  },
};
