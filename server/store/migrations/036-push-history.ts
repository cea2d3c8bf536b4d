import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a device was last told of a topic, and what is old, are found without reading all that it was ever told. */
export const pushHistory: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('push_jobs_of_device').on('push_jobs').columns(['topic', 'subscription_id', 'next_at']).execute();
    await db.schema.createIndex('push_jobs_by_age').on('push_jobs').columns(['created_at']).execute();
  },
};
