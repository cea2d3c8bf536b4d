import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { tellFeed } from './tell-feed.ts';

/** Pending mails, the tokens of their links, and the language of a user. The user's own row shows whether the address is verified. */
export const mail: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('language', 'text').execute();
    await sql`
      update users set language = (select language from push_subscriptions where user_id = users.id order by created_at desc limit 1)`.execute(
      db,
    );
    await db.schema
      .createTable('mails')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('language', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('mails_due').on('mails').columns(['state', 'next_at']).execute();
    await db.schema.createIndex('mails_of_person').on('mails').column('user_id').execute();
    await db.schema
      .createTable('link_tokens')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('use', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema.createIndex('link_tokens_of_person').on('link_tokens').columns(['user_id', 'use']).execute();
    const people = await sql<{ id: number; version: number }>`
      update users set version = version + 1 where id > 0 returning id, version`.execute(db);
    for (const { id, version } of people.rows) await tellFeed(db, `user:${id}`, 'me', String(id), version);
  },
};
