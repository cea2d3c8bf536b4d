import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { tellFeed } from './tell-feed.ts';

/** The time when an announcement was made; unknown for older ones. */
export const announcementTimes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('announcements').addColumn('activated_at', 'text').execute();
    const rows = await sql<{ id: string; version: number; event: number; active: number }>`
      update announcements set version = version + 1 returning id, version, event_id as event, active`.execute(db);
    for (const { id, version, event, active } of rows.rows) {
      for (const scope of active ? [`event:${event}`, `event-admin:${event}`] : [`event-admin:${event}`]) {
        await tellFeed(db, scope, 'announcements', id, version);
      }
    }
  },
};
