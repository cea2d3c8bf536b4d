import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './text-in.ts';

/** People whom event admins removed from an event; they may not join until the removal is undone. */
export const removedMembers: Migration = {
  async up(db: Kysely<unknown>) {
    const text = textIn(db);
    await db.schema
      .createTable('removed_members')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
      // Null after the account was erased.
      .addColumn('user_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
      // The keyed hash of the verified address at that time; null if there was none.
      .addColumn('address_hash', text)
      .addColumn('removed_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('removed_members_of_person').on('removed_members').columns(['user_id', 'event_id']).unique().execute();
    await db.schema.createIndex('removed_members_of_event').on('removed_members').columns(['event_id', 'address_hash']).execute();
  },
};
