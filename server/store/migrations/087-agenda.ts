import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule, textIn } from './helpers.ts';

/** The personal agenda: marks on entries of the schedule, own entries, and who comes to a meetup. */
export const agenda: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('marks')
      .addColumn('id', textIn(db), (column) => column.primaryKey())
      .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('entry_id', textIn(db), (column) => column.notNull())
      .addColumn('starred', 'bigint', (column) => column.notNull())
      .addColumn('hidden', 'bigint', (column) => column.notNull())
      .addColumn('note', textIn(db), (column) => column.notNull())
      .addColumn('remind_minutes', 'bigint')
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('marks_of_person').on('marks').columns(['user_id', 'event_id']).execute();
    await db.schema.createIndex('marks_of_entry').on('marks').columns(['entry_id']).execute();
    await db.schema
      .createTable('own_entries')
      .addColumn('id', textIn(db), (column) => column.primaryKey())
      .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('author_id', 'bigint', (column) => column.notNull())
      .addColumn('title', textIn(db), (column) => column.notNull())
      .addColumn('start_date', textIn(db), (column) => column.notNull())
      .addColumn('end_date', textIn(db), (column) => column.notNull())
      .addColumn('place', textIn(db), (column) => column.notNull())
      .addColumn('note', textIn(db), (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('own_entries_of_person').on('own_entries').columns(['author_id', 'event_id']).execute();
    await db.schema
      .createTable('attendances')
      .addColumn('id', textIn(db), (column) => column.primaryKey())
      .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('meetup_id', textIn(db), (column) => column.notNull())
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('is_in', 'bigint', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('attendances_of_meetup').on('attendances').columns(['meetup_id', 'is_in']).execute();
    await db.schema.createIndex('attendances_of_person').on('attendances').columns(['user_id', 'event_id']).execute();
    await db.schema
      .createTable('agenda_links')
      .addColumn('id', textIn(db), (column) => column.primaryKey())
      .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('secret', textIn(db))
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('agenda_links_of_person').on('agenda_links').columns(['user_id']).execute();
    await db.schema.alterTable('meetups').addColumn('place', textIn(db)).execute();
    await db.schema.alterTable('meetups').addColumn('capacity', 'bigint').execute();
    await db.schema
      .alterTable('notification_settings')
      .addColumn('agenda', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable('notification_settings').addColumn('quiet_from', 'bigint').execute();
    await db.schema.alterTable('notification_settings').addColumn('quiet_to', 'bigint').execute();
    await db.schema.alterTable('push_jobs').addColumn('expires_at', 'bigint').execute();
    // Reminders look for everything that begins soon, in all events.
    for (const table of ['schedule_entries', 'meetups', 'own_entries'])
      await db.schema.createIndex(`${table}_start`).on(table).columns(['start_date']).execute();
    await addModule(db, { module: 21, menu: { path: '/agenda', behind: ['/meetups', '/chat', '/schedule'] }, homeComponent: 'my_agenda' });
  },
};
