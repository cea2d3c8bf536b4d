import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { v7 as uuidv7 } from 'uuid';

const pictures = 8;

export const photos: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('photos')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('author_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('order', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('photos_listing').on('photos').columns(['event_id', 'order']).execute();
    await db.schema.createIndex('photos_author').on('photos').column('author_id').execute();
    const events = await sql<{ id: number }>`select id from events`.execute(db);
    for (const { id } of events.rows) await addModule(db, id);
  },
};

/** Adds the module to existing events: its menu entry after that of the chat, its component at the end of the home screen. */
async function addModule(db: Kysely<unknown>, event: number): Promise<void> {
  await sql`
    insert into event_modules (event_id, module_id, is_active, active_menu_entries, version)
    values (${event}, ${pictures}, 1, '[]', 1)`.execute(db);
  await tellFeed(db, event, 'modules', `${event}-${pictures}`);
  const menuEntry = uuidv7();
  await sql`
    insert into menu_entries (id, event_id, module_id, navigation_path, section_number, position, required_event_role, version)
    select ${menuEntry}, ${event}, ${pictures}, '/pictures', 0,
      coalesce(max(case when navigation_path = '/chat' then position end), max(position), 1), 'participant', 1
    from menu_entries where event_id = ${event} and section_number = 0`.execute(db);
  await tellFeed(db, event, 'menuEntries', menuEntry);
  const homeEntry = uuidv7();
  await sql`
    insert into home_entries (id, event_id, module_id, position, settings, version)
    select ${homeEntry}, ${event}, ${pictures}, coalesce(max(position), 0) + 1, '{"componentName":"recent_photos"}', 1
    from home_entries where event_id = ${event}`.execute(db);
  await tellFeed(db, event, 'homeEntries', homeEntry);
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
