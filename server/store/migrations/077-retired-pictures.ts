import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './helpers.ts';

/** Pictures without a row. Their files stay for a day, so that a dump and a copy of the folder made after it fit together. */
export const retiredPictures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('retired_pictures')
      .addColumn('link', textIn(db), (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
