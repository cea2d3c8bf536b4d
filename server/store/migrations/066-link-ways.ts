import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './text-in.ts';

/** How each link to a new password reaches its person. Links that exist already remove no second factor. */
export const linkWays: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('link_tokens')
      .addColumn('way', textIn(db), (column) => column.notNull().defaultTo('handed-over'))
      .execute();
  },
};
