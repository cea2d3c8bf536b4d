import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './text-in.ts';

/** The time of a match, and its end after one side changed their mind. Existing matches have no row, so they end at once. */
export const matchTimes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('match_times')
      .addColumn('match_id', textIn(db), (column) => column.primaryKey().references('dating_matches.id').onDelete('cascade'))
      .addColumn('made_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint')
      .execute();
    await db.schema.createIndex('match_times_by_end').on('match_times').column('ends_at').execute();
  },
};
