import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './helpers.ts';

/** Sign-ins, rejected sign-ins and changes of credentials: ids and keyed hashes, without names and addresses. */
export const securityLog: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('security_log')
      .addColumn('id', textIn(db), (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', textIn(db), (column) => column.notNull())
      .addColumn('user_id', 'bigint', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('network', textIn(db))
      .addColumn('count', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('security_log_by_age').on('security_log').column('at').execute();
    await db.schema.createIndex('security_log_of_person').on('security_log').column('user_id').execute();
  },
};
