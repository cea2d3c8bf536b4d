import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The event that a mail is about: somebody who runs two gets a mail for each, with its name. One that waits is about an event whose organisers were told. */
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
