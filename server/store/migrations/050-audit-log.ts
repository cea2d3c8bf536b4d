import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The audit log. It refers to people by id only, and outlives its events. */
export const auditLog: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('audit_log')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('person_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('event_id', 'integer')
      .addColumn('subject', 'text')
      .addColumn('details', 'text', (column) => column.notNull())
      .execute();
    for (const column of ['at', 'actor_id', 'person_id', 'event_id'])
      await db.schema.createIndex(`audit_log_${column}`).on('audit_log').column(column).execute();
  },
};
