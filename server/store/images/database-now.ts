import { sql } from 'kysely';
import { postgresTime } from '../core/dialect.ts';

/** What the clock of a PostgreSQL says, in ms since the epoch: the same to all who ask it. */
export const databaseNow = sql<number>`(${sql.raw(postgresTime)})::bigint`;
