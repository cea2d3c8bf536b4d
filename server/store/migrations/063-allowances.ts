import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './text-in.ts';

/** Budgets that are spent gradually, such as mails to one address. The key is a keyed hash; a row expires at `full_at` (ms). */
export const allowances: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('allowances')
      .addColumn('key', textIn(db), (column) => column.primaryKey())
      .addColumn('full_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('allowances_by_full_at').on('allowances').column('full_at').execute();
  },
};
