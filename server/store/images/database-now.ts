import { sql } from 'kysely';
import { postgresTime } from '../core/dialect.ts';

/** The clock of the PostgreSQL server, in ms since the epoch: the same for all processes. */
export const databaseNow = sql<number>`(${sql.raw(postgresTime)})::bigint`;
