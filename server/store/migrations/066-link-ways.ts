import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './text-in.ts';

/** The way in which a reset link reaches its person. Existing links do not remove a second factor. */
export const linkWays: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('link_tokens')
      .addColumn('way', textIn(db), (column) => column.notNull().defaultTo('handed-over'))
      .execute();
  },
};
