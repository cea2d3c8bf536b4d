import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When an announcement was made; of those from before it is not known. */
export const announcementTimes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('announcements').addColumn('activated_at', 'text').execute();
  },
};
