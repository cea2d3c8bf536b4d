import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The type of a column of text: PostgreSQL is to compare it by its bytes, as SQLite does by itself. */
export const textIn = (db: Kysely<unknown>) =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql<string>`text collate "C"` : ('text' as const);
