import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './text-in.ts';

/** Pictures that no row names since then. Their files stay for a day: a dump and a copy of the folder made one after the other agree. */
export const retiredPictures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('retired_pictures')
      .addColumn('link', textIn(db), (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
