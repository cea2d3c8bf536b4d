import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';

/** The type of text columns: PostgreSQL must compare by bytes, as SQLite does. */
export const textIn = (db: Kysely<unknown>) =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql<string>`text collate "C"` : ('text' as const);

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

/** The parts of a new module that existing events receive. */
export interface AddedModule {
  readonly module: number;
  /** Added, but off until an event admin turns it on. */
  readonly isOff?: true;
  /** All its menu entries. Those of a module that is off are added, too, and shown when it is turned on. */
  readonly menu?: AddedEntry | readonly AddedEntry[];
  /** Added at the end of the home screen. */
  readonly homeComponent?: string;
}

/** A menu entry of a section (the first by default). It follows the first of `behind` that the event has, else it ends the section. */
export interface AddedEntry {
  readonly path: string;
  readonly behind?: readonly string[];
  readonly section?: number;
  /** Begins the section if no entry of `behind` is there. */
  readonly isFirst?: true;
  readonly role?: 'participant' | 'admin';
  /** Event admins may hide it; it is shown at first. */
  readonly optional?: true;
}

/** Adds a module to every event, once: parts that an admin removes later stay removed. Announces every changed row in the feed. */
export async function addModule(db: Kysely<unknown>, added: AddedModule): Promise<void> {
  const events = await sql<{ id: number }>`select id from events`.execute(db);
  const { menu = [] } = added;
  const entries: readonly AddedEntry[] = 'path' in menu ? [menu] : menu;
  const optional = JSON.stringify(entries.filter((entry) => entry.optional).map(({ path }) => path));
  for (const { id } of events.rows) {
    await sql`
      insert into event_modules (event_id, module_id, is_active, active_menu_entries, version)
      values (${id}, ${added.module}, ${added.isOff ? 0 : 1}, ${optional}, 1)`.execute(db);
    await recordChange(db, `event:${id}`, { resource: 'modules', rowId: `${id}-${added.module}`, version: 1 });
    for (const entry of entries) await addMenuEntry(db, id, added.module, entry);
    if (added.homeComponent !== undefined) await addHomeEntry(db, id, added.module, added.homeComponent);
  }
}

/** Adds one entry to the menu of an event, moves the later ones, and announces all of them in the feed. */
async function addMenuEntry(db: Kysely<unknown>, event: number, module: number, entry: AddedEntry): Promise<void> {
  const { path, behind = [], section = 0, isFirst, role = 'participant' } = entry;
  const entries = await sql<{ id: string; path: string; position: number; version: number }>`
    select id, navigation_path as path, position, version from menu_entries
    where event_id = ${event} and section_number = ${section} order by position, id`.execute(db);
  const before = behind.map((other) => entries.rows.find((entry) => entry.path === other)).find((entry) => entry !== undefined);
  const [first] = entries.rows;
  const position = isFirst && first ? first.position - 1 : ((before ?? entries.rows.at(-1))?.position ?? 0);
  // Positions count across sections, so entries of later sections move, too.
  const later = await sql<{ id: string; version: number }>`
    select id, version from menu_entries
    where event_id = ${event} and section_number >= ${section} and position > ${position} order by position, id`.execute(db);
  for (const { id, version } of later.rows) {
    await sql`update menu_entries set position = position + 1, version = version + 1 where id = ${id}`.execute(db);
    await recordChange(db, `event:${event}`, { resource: 'menuEntries', rowId: id, version: version + 1 });
  }
  const id = uuidv7();
  await sql`
    insert into menu_entries (id, event_id, module_id, navigation_path, section_number, position, required_event_role, version)
    values (${id}, ${event}, ${module}, ${path}, ${section}, ${position + 1}, ${role}, 1)`.execute(db);
  await recordChange(db, `event:${event}`, { resource: 'menuEntries', rowId: id, version: 1 });
}

async function addHomeEntry(db: Kysely<unknown>, event: number, module: number, componentName: string): Promise<void> {
  const id = uuidv7();
  await sql`
    insert into home_entries (id, event_id, module_id, position, settings, version)
    select ${id}, ${event}, ${module}, coalesce(max(position), 0) + 1, ${JSON.stringify({ componentName })}, 1
    from home_entries where event_id = ${event}`.execute(db);
  await recordChange(db, `event:${event}`, { resource: 'homeEntries', rowId: id, version: 1 });
}
