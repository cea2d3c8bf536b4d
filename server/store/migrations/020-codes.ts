import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Codes become rows of the feed. `used` no longer depends on the user, who may leave for good. */
export const codes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('event_codes')
      .addColumn('used', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('event_codes')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await sql`update event_codes set used = 1 where used_by is not null and reusable = 0`.execute(db);
    await tellFeed(db, 'event-admin', sql`true`);
    await tellFeed(db, 'event', sql`reusable = 1`);
  },
};

/** Announces existing codes to everybody who can see them. */
async function tellFeed(db: Kysely<unknown>, scope: string, which: ReturnType<typeof sql>): Promise<void> {
  const found = await sql<{ id: string; event_id: number }>`select id, event_id from event_codes where ${which}`.execute(db);
  for (const { id, event_id } of found.rows) {
    const name = `${scope}:${event_id}`;
    await sql`
      insert into scope_counters (scope, number, purged_number) values (${name}, 1, 0)
      on conflict (scope) do update set number = scope_counters.number + 1`.execute(db);
    await sql`
      insert into change_log (scope, resource, row_id, number, version, gone, changed_at)
      select scope, 'codes', ${id}, number, 1, 0, 0 from scope_counters where scope = ${name}`.execute(db);
  }
}
