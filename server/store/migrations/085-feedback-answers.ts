import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Organisers receive the feedback that was given before this version, oldest first. */
export const feedbackAnswers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      insert into change_log (scope, resource, row_id, number, version, gone, changed_at)
      select 'event-admin:' || event_id, 'feedbackAnswers', id,
        coalesce((select number from scope_counters where scope = 'event-admin:' || event_id), 0)
          + row_number() over (partition by event_id order by created_at, id),
        version, 0, 0
      from feedback where true
      on conflict (scope, resource, row_id) do update set number = excluded.number, version = excluded.version, gone = 0`.execute(db);
    await sql`
      insert into scope_counters (scope, number, purged_number)
      select 'event-admin:' || event_id, count(*), 0 from feedback where true group by event_id
      on conflict (scope) do update set number = scope_counters.number + excluded.number`.execute(db);
  },
};
