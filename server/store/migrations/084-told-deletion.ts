import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { recordChange } from './helpers.ts';

/** The date of deletion becomes a field of the event, so that devices show it. The events whose admins were notified are sent again. */
export const toldDeletion: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('events').addColumn('deletes_at', 'bigint').execute();
    const told = await sql<{ id: number; version: number; visible: number }>`
      update events set version = version + 1,
        deletes_at = (select delete_at from event_retention where event_id = events.id)
      where id in (select event_id from event_retention) returning id, version, visible`.execute(db);
    await db.schema.dropTable('event_retention').execute();
    for (const { id, version, visible } of told.rows)
      for (const scope of [...(visible ? ['all'] : []), `member:${id}`])
        await recordChange(db, scope, { resource: 'events', rowId: String(id), version });
  },
};
