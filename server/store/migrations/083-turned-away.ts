import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './helpers.ts';

/** The last limit that rejected somebody with this code, and when; shown to event admins. */
export const turnedAway: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('event_codes').addColumn('turned_away', textIn(db)).execute();
  },
};
