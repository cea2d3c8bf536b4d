import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const deviceNames: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('sessions').addColumn('device_name', 'text').execute();
  },
};
