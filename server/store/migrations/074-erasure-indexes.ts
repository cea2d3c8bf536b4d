import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Growing tables with the column by which an erasure searches. */
const people = {
  posts: 'author_id',
  meetups: 'author_id',
  event_codes: 'used_by',
  user_statistics: 'user_id',
  feedback: 'author_id',
  second_factor_setups: 'user_id',
} as const;

/** Erasures and purges would scan large tables without these indexes. */
export const erasureIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, column] of Object.entries(people))
      await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
    await db.schema.createIndex('change_log_by_key_user').on('change_log').column('key_user').execute();
    // Only tombstones: they are few.
    const gone = (name: string) =>
      db.schema
        .createIndex(name)
        .on('change_log')
        .where('gone' as never, '=', 1);
    await gone('change_log_gone_by_age').column('changed_at').execute();
    await gone('change_log_gone_rows').column('row_id').execute();
  },
};
