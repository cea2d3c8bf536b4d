import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

type Database = Pick<Kysely<unknown>, 'getExecutor'>;

/** Whether this is PostgreSQL; else it is SQLite. */
export const isOnPostgres = (db: Database): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Types of columns for migrations that are for both: text is compared by its bytes, as SQLite does, which has one kind of numbers. */
export const columnTypes = (db: Database): Record<'text' | 'number' | 'bytes', ColumnDataType | RawBuilder<string>> =>
  isOnPostgres(db)
    ? { text: sql<string>`text collate "C"`, number: 'bigint', bytes: 'bytea' }
    : { text: 'text', number: 'integer', bytes: 'blob' };
