import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pictures that prove a contribution; deleted with their statistic. */
export const evidence: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('evidence')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('author_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('statistic_id', 'integer', (column) => column.notNull().references('statistics.id').onDelete('cascade'))
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('evidence_of_author').on('evidence').columns(['author_id', 'event_id']).execute();
    await db.schema.createIndex('evidence_of_statistic').on('evidence').column('statistic_id').execute();
  },
};
