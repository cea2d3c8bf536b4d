import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The columns that decide when the predecessor of a refresh secret ends. */
export const sessionUse: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('sessions').renameColumn('rotated_at', 'handed_out_at').execute();
    for (const name of ['used', 'returns']) {
      await db.schema
        .alterTable('sessions')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    }
  },
};
