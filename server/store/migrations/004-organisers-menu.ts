import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { v7 as uuidv7 } from 'uuid';

/** Sections: admin 1, settings 2. Position 0 is before the sign-out entry. */
const added = [
  { module: 2, path: '/admin/event-schedule', section: 1, position: 1, role: 'admin' },
  { module: 4, path: '/admin/announcements', section: 1, position: 2, role: 'admin' },
  { module: 6, path: '/notifications', section: 2, position: 0, role: 'participant' },
];

const notifications = 6;

/** Adds the menu entries of the new screens to existing events, once: entries that an admin removes later stay removed. */
export const organisersMenu: Migration = {
  async up(db: Kysely<unknown>) {
    const events = await sql<{ id: number }>`select id from events`.execute(db);
    for (const { id } of events.rows) await completeMenu(db, id);
  },
};

async function completeMenu(db: Kysely<unknown>, event: number): Promise<void> {
  await sql`
    insert into event_modules (event_id, module_id, is_active, active_menu_entries, version)
    values (${event}, ${notifications}, 1, '[]', 1)`.execute(db);
  await tellFeed(db, event, 'modules', `${event}-${notifications}`);
  for (const { module, path, section, position, role } of added) {
    const id = uuidv7();
    await sql`
      insert into menu_entries (id, event_id, module_id, navigation_path, section_number, position, required_event_role, version)
      values (${id}, ${event}, ${module}, ${path}, ${section}, ${position}, ${role}, 1)`.execute(db);
    await tellFeed(db, event, 'menuEntries', id);
  }
}

async function tellFeed(db: Kysely<unknown>, event: number, resource: string, rowId: string): Promise<void> {
  const scope = `event:${event}`;
  await sql`
    insert into scope_counters (scope, number, purged_number) values (${scope}, 1, 0)
    on conflict (scope) do update set number = scope_counters.number + 1`.execute(db);
  await sql`
    insert into change_log (scope, resource, row_id, number, version, gone, changed_at)
    select scope, ${resource}, ${rowId}, number, 1, 0, 0 from scope_counters where scope = ${scope}`.execute(db);
}
