import { sql } from 'kysely';

/** What the clock of a PostgreSQL says, in ms since the epoch: the same to all who ask it. */
export const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
