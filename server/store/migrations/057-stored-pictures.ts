import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './text-in.ts';

/** Pictures stored in the database. On SQLite they are stored in a folder, and these tables stay empty. */
export const storedPictures: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    const [text, bytes] = [textIn(db), isPostgres ? ('bytea' as const) : ('blob' as const)];
    await db.schema
      .createTable('picture_files')
      .addColumn('path', text, (column) => column.primaryKey())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('partial_uploads')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('received', 'bigint', (column) => column.notNull())
      .addColumn('digest', text)
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('partial_uploads_of_person').on('partial_uploads').column('user_id').execute();
    await db.schema
      .createTable('upload_pieces')
      .addColumn('upload_id', text, (column) => column.notNull().references('partial_uploads.id').onDelete('cascade'))
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('upload_pieces_key', ['upload_id', 'starts_at'])
      .execute();
    if (!isPostgres) return;
    // Pictures are compressed already, and parts of uncompressed values can be read alone.
    for (const table of ['picture_files', 'upload_pieces']) {
      await sql`alter table ${sql.table(table)} alter column bytes set storage external`.execute(db);
    }
  },
};
