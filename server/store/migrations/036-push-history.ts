import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes for the last push of a topic to a device, and for old pushes. */
export const pushHistory: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('push_jobs_of_device').on('push_jobs').columns(['topic', 'subscription_id', 'next_at']).execute();
    await db.schema.createIndex('push_jobs_by_age').on('push_jobs').columns(['created_at']).execute();
  },
};
