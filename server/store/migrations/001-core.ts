import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Texts for uuids, instants and JSON, integers 1 and 0 for flags, because PostgreSQL and SQLite would differ. */
export const core: Migration = {
  async up(db: Kysely<unknown>) {
    await people(db);
    await eventContent(db);
    await bookkeeping(db);
  },
};

/** The columns by which an event's rows are ordered. */
const listings: readonly [string, ...string[]][] = [
  ['menu_entries', 'position'],
  ['home_entries', 'position'],
  ['schedule_entries', 'start_date'],
  ['announcements', 'order'],
  ['posts', 'reply_to_id', 'order'],
];

async function people(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('start_date', 'text', (column) => column.notNull())
    .addColumn('end_date', 'text', (column) => column.notNull())
    .addColumn('visible', 'integer', (column) => column.notNull())
    .addColumn('code_required', 'integer', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('date_locale', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('users')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('totp_secret', 'text')
    .addColumn('totp_last_step', 'bigint')
    .addColumn('active_event_id', 'integer', (column) => column.references('events.id').onDelete('set null'))
    .addColumn('whatsapp', 'text')
    .addColumn('instagram', 'text')
    .addColumn('linkedin', 'text')
    .addColumn('email_verified', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('memberships')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('memberships_key', ['user_id', 'event_id'])
    .execute();
  await db.schema.createIndex('memberships_of_event').on('memberships').columns(['event_id']).execute();
}

async function eventContent(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('event_modules')
    .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('module_id', 'integer', (column) => column.notNull())
    .addColumn('is_active', 'integer', (column) => column.notNull())
    .addColumn('active_menu_entries', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_modules_key', ['event_id', 'module_id'])
    .execute();
  await ofEvent(db, 'menu_entries')
    .addColumn('module_id', 'integer', (column) => column.notNull())
    .addColumn('navigation_path', 'text', (column) => column.notNull())
    .addColumn('section_number', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('required_event_role', 'text', (column) => column.notNull())
    .execute();
  await ofEvent(db, 'home_entries')
    .addColumn('module_id', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .execute();
  await ofEvent(db, 'schedule_entries')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('details', 'text')
    .addColumn('start_date', 'text', (column) => column.notNull())
    .addColumn('end_date', 'text', (column) => column.notNull())
    .addColumn('location_name', 'text', (column) => column.notNull())
    .addColumn('location_url', 'text')
    .addColumn('location_address', 'text')
    .execute();
  await ofEvent(db, 'announcements')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('notification_sent', 'integer', (column) => column.notNull())
    .addColumn('order', 'bigint', (column) => column.notNull())
    .execute();
  await ofEvent(db, 'posts')
    .addColumn('author_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('reply_to_id', 'text')
    .addColumn('order', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    // A thread and its replies may be inserted or deleted in any order within one transaction.
    .addForeignKeyConstraint('posts_thread', ['reply_to_id'], 'posts', ['id'], (key) => key.deferrable().initiallyDeferred())
    .execute();
  for (const [table, ...columns] of listings) {
    await db.schema
      .createIndex(`${table}_of_event`)
      .on(table)
      .columns(['event_id', ...columns])
      .execute();
  }
  await db.schema.createIndex('posts_of_thread').on('posts').columns(['reply_to_id']).execute();
  await db.schema
    .createTable('event_codes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('reusable', 'integer', (column) => column.notNull())
    .addColumn('used_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('event_codes_by_code').on('event_codes').columns(['code', 'event_id']).unique().execute();
}

async function bookkeeping(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('receipts')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('body', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('receipts_key', ['user_id', 'key'])
    .execute();
  await db.schema.createIndex('receipts_by_age').on('receipts').columns(['created_at']).execute();
  await db.schema
    .createTable('change_log')
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('row_id', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('gone', 'integer', (column) => column.notNull())
    .addColumn('key', 'text')
    .addColumn('key_user', 'integer')
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('change_log_key', ['scope', 'resource', 'row_id'])
    .execute();
  await db.schema.createIndex('change_log_by_number').on('change_log').columns(['scope', 'number']).execute();
  await db.schema.createIndex('change_log_by_resource').on('change_log').columns(['scope', 'resource', 'number']).execute();
  await db.schema
    .createTable('scope_counters')
    .addColumn('scope', 'text', (column) => column.primaryKey())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('purged_number', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('meta')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}

function ofEvent(db: Kysely<unknown>, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull());
}
