import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

/** The directory of members. It shows addresses and contacts, so every device receives the members' rows again. */
export const participants: Migration = {
  async up(db: Kysely<unknown>) {
    await addModule(db, { module: 9, menu: { path: '/participants', behind: ['/pictures', '/chat'] } });
    await tellFeedOfMembers(db);
  },
};

async function tellFeedOfMembers(db: Kysely<unknown>): Promise<void> {
  await sql`update memberships set version = version + 1`.execute(db);
  // "where true" keeps SQLite from reading the conflict clause as part of a join.
  await sql`
    insert into scope_counters (scope, number, purged_number)
    select 'event:' || event_id, count(*), 0 from memberships where true group by event_id
    on conflict (scope) do update set number = scope_counters.number + excluded.number`.execute(db);
  await sql`
    insert into change_log (scope, resource, row_id, number, version, gone, changed_at)
    select 'event:' || memberships.event_id, 'participants', memberships.event_id || '-' || memberships.user_id,
      scope_counters.number + 1 - row_number() over (partition by memberships.event_id order by memberships.user_id),
      memberships.version, 0, 0
    from memberships join scope_counters on scope_counters.scope = 'event:' || memberships.event_id where true
    on conflict (scope, resource, row_id) do update
    set number = excluded.number, version = excluded.version, gone = 0, key = null, key_user = null`.execute(db);
}
