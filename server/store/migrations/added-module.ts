import { type Kysely, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { tellFeed } from './tell-feed.ts';

/** What events that were there before get of a new module. */
export interface AddedModule {
  readonly module: number;
  /** There, and not to be seen before somebody turns it on. */
  readonly isOff?: true;
  readonly menu?: AddedEntry;
  /** Put below what the home screen shows. */
  readonly homeComponent?: string;
}

/**
 * Its entry in a section of the menu (the first one, where none is named), if it has one, behind the first of these that the event has; else at
 * the end of the section, or at its beginning.
 */
interface AddedEntry {
  readonly path: string;
  readonly behind: readonly string[];
  readonly section?: number;
  readonly isFirst?: true;
  /** Who sees it; everybody, where that is not said. */
  readonly role?: 'participant' | 'admin';
}

/** Adds a module to every event, once: what an admin removes later stays removed. The feed hears of each row that is new or moved. */
export async function addModule(db: Kysely<unknown>, added: AddedModule): Promise<void> {
  const events = await sql<{ id: number }>`select id from events`.execute(db);
  for (const { id } of events.rows) {
    await sql`
      insert into event_modules (event_id, module_id, is_active, active_menu_entries, version)
      values (${id}, ${added.module}, ${added.isOff ? 0 : 1}, '[]', 1)`.execute(db);
    await tellFeed(db, `event:${id}`, 'modules', `${id}-${added.module}`, 1);
    if (added.menu) await addMenuEntry(db, id, added.module, added.menu);
    if (added.homeComponent !== undefined) await addHomeEntry(db, id, added.module, added.homeComponent);
  }
}

async function addMenuEntry(db: Kysely<unknown>, event: number, module: number, menu: AddedEntry): Promise<void> {
  const { path, behind, section = 0, isFirst, role = 'participant' } = menu;
  const entries = await sql<{ id: string; path: string; position: number; version: number }>`
    select id, navigation_path as path, position, version from menu_entries
    where event_id = ${event} and section_number = ${section} order by position, id`.execute(db);
  const before = behind.map((other) => entries.rows.find((entry) => entry.path === other)).find((entry) => entry !== undefined);
  const [first] = entries.rows;
  const position = isFirst && first ? first.position - 1 : ((before ?? entries.rows.at(-1))?.position ?? 0);
  // Sections share one count, so whatever stands behind moves on.
  const later = await sql<{ id: string; version: number }>`
    select id, version from menu_entries
    where event_id = ${event} and section_number >= ${section} and position > ${position} order by position, id`.execute(db);
  for (const { id, version } of later.rows) {
    await sql`update menu_entries set position = position + 1, version = version + 1 where id = ${id}`.execute(db);
    await tellFeed(db, `event:${event}`, 'menuEntries', id, version + 1);
  }
  const id = uuidv7();
  await sql`
    insert into menu_entries (id, event_id, module_id, navigation_path, section_number, position, required_event_role, version)
    values (${id}, ${event}, ${module}, ${path}, ${section}, ${position + 1}, ${role}, 1)`.execute(db);
  await tellFeed(db, `event:${event}`, 'menuEntries', id, 1);
}

async function addHomeEntry(db: Kysely<unknown>, event: number, module: number, componentName: string): Promise<void> {
  const id = uuidv7();
  await sql`
    insert into home_entries (id, event_id, module_id, position, settings, version)
    select ${id}, ${event}, ${module}, coalesce(max(position), 0) + 1, ${JSON.stringify({ componentName })}, 1
    from home_entries where event_id = ${event}`.execute(db);
  await tellFeed(db, `event:${event}`, 'homeEntries', id, 1);
}
