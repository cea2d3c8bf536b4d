import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './text-in.ts';

/** When somebody with a code was last turned away by a limit, and by which: organisers see it. */
export const turnedAway: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('event_codes').addColumn('turned_away', textIn(db)).execute();
  },
};
