import { type Kysely, sql } from 'kysely';

interface ChangedRow {
  readonly resource: string;
  readonly rowId: string;
  readonly version: number;
}

/** Announces a row that a migration has created or changed, so that the devices of a scope fetch it. */
export async function recordChange(db: Kysely<unknown>, scope: string, { resource, rowId, version }: ChangedRow): Promise<void> {
  await sql`
    insert into scope_counters (scope, number, purged_number) values (${scope}, 1, 0)
    on conflict (scope) do update set number = scope_counters.number + 1`.execute(db);
  await sql`
    insert into change_log (scope, resource, row_id, number, version, gone, changed_at)
    select scope, ${resource}, ${rowId}, number, ${version}, 0, 0 from scope_counters where scope = ${scope}
    on conflict (scope, resource, row_id) do update
    set number = excluded.number, version = excluded.version, gone = 0, key = null, key_user = null`.execute(db);
}
