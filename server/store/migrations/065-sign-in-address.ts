import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './text-in.ts';

/** The old address opens an account until a new one is confirmed and proved; a link restores it for a week. */
export const signInAddress: Migration = {
  async up(db: Kysely<unknown>) {
    const text = textIn(db);
    await db.schema.alterTable('users').addColumn('sign_in_email', text).execute();
    await db.schema.alterTable('users').addColumn('address_changed_at', 'bigint').execute();
    await db.schema
      .alterTable('users')
      .addColumn('address_proved', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex('users_by_sign_in_email').unique().on('users').column('sign_in_email').execute();
    await db.schema.alterTable('link_tokens').addColumn('address', text).execute();
  },
};
