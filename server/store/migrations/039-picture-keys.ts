import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The header picture of a hidden event is for those who know its key. */
export const pictureKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('events')
      .addColumn('picture_key', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`update events set picture_key = lower(hex(randomblob(16)))`.execute(db);
  },
};
