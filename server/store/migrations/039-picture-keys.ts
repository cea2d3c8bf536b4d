import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { tellFeed } from './tell-feed.ts';

/** The header picture of a hidden event requires its key. */
export const pictureKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('events')
      .addColumn('picture_key', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`update events set picture_key = lower(hex(randomblob(16)))`.execute(db);
    const events = await sql<{ id: number; version: number; visible: number }>`
      update events set version = version + 1 returning id, version, visible`.execute(db);
    for (const { id, version, visible } of events.rows) {
      for (const scope of visible ? ['all', `member:${id}`] : [`member:${id}`]) await tellFeed(db, scope, 'events', String(id), version);
    }
  },
};
