import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The type of text columns: PostgreSQL must compare by bytes, as SQLite does. */
export const textIn = (db: Kysely<unknown>) =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql<string>`text collate "C"` : ('text' as const);
