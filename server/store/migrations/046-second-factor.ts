import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { tellFeed } from './tell-feed.ts';

/** Setups and recovery codes of the second factor. Users who have one are notified, because their own row now shows it. */
export const secondFactor: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('second_factor_setups')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('begun_at', 'bigint', (column) => column.notNull())
      .addColumn('confirmed_step', 'bigint')
      .execute();
    await db.schema
      .createTable('recovery_codes')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash'])
      .execute();
    const { rows } = await sql<{ id: number; version: number }>`
      update users set version = version + 1 where totp_secret is not null returning id, version`.execute(db);
    for (const { id, version } of rows) await tellFeed(db, `user:${id}`, 'me', String(id), version);
  },
};
