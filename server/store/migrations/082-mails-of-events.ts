import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The event of a mail: an admin of two events gets a mail for each. Pending mails get an event whose admins were notified. */
export const mailsOfEvents: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('mails')
      .addColumn('event_id', 'bigint', (column) => column.references('events.id').onDelete('cascade'))
      .execute();
    await db.schema.createIndex('mails_of_event').on('mails').column('event_id').execute();
    await sql`update mails set event_id = (
      select min(event_retention.event_id) from event_retention
      join memberships on memberships.event_id = event_retention.event_id
      where memberships.user_id = mails.user_id and memberships.role = 'admin'
    ) where kind = 'event-data-ends'`.execute(db);
  },
};
