import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { tellFeed } from './tell-feed.ts';

/** When personal data of an event is deleted stands in its row, so that devices show it. Those of before fetch the rows of events whose organisers were told. */
export const toldDeletion: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('events').addColumn('deletes_at', 'bigint').execute();
    const told = await sql<{ id: number; version: number; visible: number }>`
      update events set version = version + 1,
        deletes_at = (select delete_at from event_retention where event_id = events.id)
      where id in (select event_id from event_retention) returning id, version, visible`.execute(db);
    await db.schema.dropTable('event_retention').execute();
    for (const { id, version, visible } of told.rows)
      for (const scope of [...(visible ? ['all'] : []), `member:${id}`]) await tellFeed(db, scope, 'events', String(id), version);
  },
};
