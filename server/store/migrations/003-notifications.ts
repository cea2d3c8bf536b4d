import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const notifications: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('notification_settings')
      .addColumn('id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('general', 'integer', (column) => column.notNull())
      .addColumn('chats', 'integer', (column) => column.notNull())
      .addColumn('meetups', 'integer', (column) => column.notNull())
      .addColumn('pictures', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await tellFeedOfSettings(db);
  },
};

/** Gives every existing user settings: a change in their own scope. */
async function tellFeedOfSettings(db: Kysely<unknown>): Promise<void> {
  // "where true" keeps SQLite from reading the conflict clause as part of a join.
  await sql`
    insert into scope_counters (scope, number, purged_number) select 'user:' || id, 1, 0 from users where true
    on conflict (scope) do update set number = scope_counters.number + 1`.execute(db);
  await sql`
    insert into change_log (scope, resource, row_id, number, version, gone, changed_at)
    select scope_counters.scope, 'notifications', cast(users.id as text), scope_counters.number, 1, 0, users.created_at
    from users join scope_counters on scope_counters.scope = 'user:' || users.id`.execute(db);
}
