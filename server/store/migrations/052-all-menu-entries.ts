import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type AddedEntry, addMenuEntry } from './added-module.ts';
import { tellFeed } from './tell-feed.ts';

const [admin, settings] = [1, 2];

/** Every menu entry of every module at that time. */
const entries: readonly (AddedEntry & { readonly module: number })[] = [
  { module: 1, path: '/home' },
  { module: 2, path: '/schedule' },
  { module: 2, path: '/admin/event-schedule', section: admin, role: 'admin' },
  { module: 3, path: '/chat' },
  { module: 4, path: '/announcements' },
  { module: 4, path: '/admin/announcements', section: admin, role: 'admin' },
  { module: 5, path: '/logout', section: settings },
  { module: 6, path: '/notifications', section: settings },
  { module: 7, path: '/meetups' },
  { module: 8, path: '/pictures' },
  { module: 9, path: '/participants' },
  { module: 10, path: '/share' },
  { module: 11, path: '/statistics' },
  { module: 12, path: '/feedback' },
  { module: 13, path: '/faq' },
  { module: 15, path: '/switch', section: settings },
  { module: 16, path: '/sharing' },
  { module: 17, path: '/contact-links' },
  { module: 18, path: '/date/' },
  { module: 18, path: '/date-matches' },
  { module: 19, path: '/calendar-events' },
];

const dating = 18;

/**
 * Gives every module its menu entries, also while it is off, so that they are in place when it is turned on. No entry could be removed
 * before. The matches of dating become an optional entry that stays active where it was.
 */
export const allMenuEntries: Migration = {
  async up(db: Kysely<unknown>) {
    const modules = await sql<{ event: number; module: number; isOn: number; version: number }>`
      select event_id as event, module_id as module, is_active as isOn, version from event_modules order by event_id, module_id`.execute(
      db,
    );
    for (const { event, module } of modules.rows) await completeMenu(db, event, module);
    // The rows of these modules have changed.
    for (const { event, module, version } of modules.rows.filter(({ isOn, module }) => isOn === 0 || module === dating)) {
      const optional = JSON.stringify(module === dating ? ['/date-matches'] : []);
      await sql`
        update event_modules set version = version + 1, active_menu_entries = ${optional}
        where event_id = ${event} and module_id = ${module}`.execute(db);
      await tellFeed(db, `event:${event}`, 'modules', `${event}-${module}`, version + 1);
    }
  },
};

async function completeMenu(db: Kysely<unknown>, event: number, module: number): Promise<void> {
  const present = await sql<{ path: string }>`
    select navigation_path as path from menu_entries where event_id = ${event} and module_id = ${module}`.execute(db);
  for (const entry of entries) {
    if (entry.module !== module || present.rows.some(({ path }) => path === entry.path)) continue;
    await addMenuEntry(db, event, module, entry);
  }
}
