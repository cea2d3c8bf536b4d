import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The reminder of own entries and joined meetups becomes a choice. Existing rows keep the usual one. */
export const reminders: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['own_entries', 'attendances'])
      await db.schema
        .alterTable(table)
        .addColumn('remind_minutes', 'bigint', (column) => column.defaultTo(10))
        .execute();
  },
};
