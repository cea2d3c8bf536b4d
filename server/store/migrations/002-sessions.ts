import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Times are milliseconds since the epoch; only hashes of secrets are stored. */
export const sessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('current_hash', 'text', (column) => column.notNull())
      .addColumn('previous_hash', 'text')
      .addColumn('rotated_at', 'bigint', (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('revoked_at', 'bigint')
      .execute();
    await db.schema.createIndex('sessions_of_user').on('sessions').columns(['user_id', 'expires_at']).execute();
  },
};
