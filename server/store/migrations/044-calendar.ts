import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

/** Occurrences, calendars, the state of the fetched calendar, and links for reading the schedule elsewhere. */
export const calendar: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('calendar_events')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('start_time', 'text', (column) => column.notNull())
      .addColumn('end_time', 'text', (column) => column.notNull())
      .addColumn('all_day', 'integer', (column) => column.notNull())
      .addColumn('time_zone', 'text', (column) => column.notNull())
      .addColumn('location', 'text')
      .addColumn('conveyor', 'text')
      .addColumn('url', 'text')
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('calendar_events_start').on('calendar_events').column('start_time').execute();
    await db.schema
      .createTable('calendar_feed')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('problem', 'text')
      .addColumn('detail', 'text')
      .addColumn('read_at', 'text')
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('calendar_sources')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('address_hash', 'text')
      .addColumn('etag', 'text')
      .addColumn('read_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('calendar_links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('secret', 'text')
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('calendar_links_of_person').on('calendar_links').column('user_id').execute();
    await addModule(db, { module: 19, menu: { path: '/calendar-events', behind: ['/contact-links', '/announcements'] } });
  },
};
