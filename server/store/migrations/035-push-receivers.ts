import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A job gets its event, setting and texts in all languages, so that receivers and settings are checked when it is sent. */
export const pushReceivers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('push_jobs')
      .addColumn('event_id', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('push_jobs')
      .addColumn('setting', 'text', (column) => column.notNull().defaultTo('general'))
      .execute();
    // A topic was `posts-1`, a subject without one `announcement-0192…`. Pending jobs keep the language in which they were created.
    await sql`
      update push_jobs set
        event_id = coalesce(substr(topic, instr(topic, '-') + 1),
          (select event_id from announcements where 'announcement-' || announcements.id = subject), 0),
        setting = case substr(topic, 1, instr(topic, '-') - 1)
          when 'posts' then 'chats' when 'photos' then 'pictures' when 'meetups' then 'meetups' else 'general' end,
        payload = json_object('en', payload, 'de', payload),
        payload_of_many = iif(payload_of_many is null, null, json_object('en', payload_of_many, 'de', payload_of_many))`.execute(db);
  },
};
