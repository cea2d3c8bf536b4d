import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** State that was in the memory of the only process and must now be shared. */
export const sharedState: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('attempts')
      .addColumn('attempt', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('account', 'text')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('under_way', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('attempts_pk', ['attempt', 'key'])
      .execute();
    await db.schema.createIndex('attempts_by_key').on('attempts').columns(['key', 'at', 'under_way']).execute();
    await db.schema
      .createTable('spent_pre_sessions')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('spent_pre_sessions_by_end').on('spent_pre_sessions').column('expires_at').execute();
    await db.schema
      .createTable('email_hits')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('email_hits_of_person').on('email_hits').columns(['user_id', 'at']).execute();
  },
};
