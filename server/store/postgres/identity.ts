import { type Kysely, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { postgresTime } from '../core/dialect.ts';
import { DatabaseUnavailable } from '../core/failures.ts';
import { type Identity, readIdentity } from '../core/identity.ts';
import type { Schema } from '../core/schema.ts';

/** The names in `meta` that belong to this database itself, not to its content. */
export const localMetaNames = ['identity', 'seen_at'] as const;

/** The current identity, with the stored one. */
export interface DatabaseState {
  readonly identity: Identity;
  /** The stored identity (JSON); null if there is none yet. */
  readonly stored: string | null;
  readonly epoch: string;
  /** When a server last stored that it sees the database (ms since the epoch, database clock); 0 for never. */
  readonly seenAt: number;
  readonly now: number;
  /** The index of the query that the privileges allow. */
  readonly queryIndex: number;
}

/** How a database changed since its identity was stored: `restored` from a possibly old state, or `continued` by a standby. */
export type Change = 'none' | 'restored' | 'continued';

/** If the last sighting is more recent than this (ms), a new timeline means a failover, not a restore. */
const failoverWindow = 5 * 60_000;

const objects = sql<string>`'meta'::regclass::oid || '.' || (select oid from pg_database where datname = current_database())`;
const cluster = sql<string | null>`(select system_identifier::text from pg_control_system())`;
const timeline = sql<string | null>`case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end`;
const denied = sql<null>`null::text`;

/** Hosted databases may deny some functions. */
const identityQueries = [
  { cluster, timeline },
  { cluster: denied, timeline },
  { cluster, timeline: denied },
  { cluster: denied, timeline: denied },
];

const valueOf = (name: string): RawBuilder<string | null> => sql`(select value from meta where name = ${sql.lit(name)})`;

/** True if the server denies or lacks the function: insufficient privilege, undefined or unsupported. */
const isDenied = (error: unknown): boolean => error instanceof pg.DatabaseError && /^(42501|42883|0A000)$/.test(error.code ?? '');

export const isStandby = sql<boolean>`pg_is_in_recovery()`;

/** Throws `DatabaseUnavailable` for a standby, which may take over soon. */
export async function refuseStandby(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ isStandby: boolean }>`select ${isStandby} as "isStandby"`.execute(db);
  if (rows[0]!.isStandby) throw standbyError();
}

const standbyError = () => new DatabaseUnavailable('the database is a standby, where nobody may write');

/**
 * Reads the identity of the database, first by the query that worked before. Throws database errors, also for missing tables, and
 * `DatabaseUnavailable` for a standby.
 */
export async function readDatabaseState(db: Kysely<Schema>, queryIndex = 0): Promise<DatabaseState> {
  try {
    return await queryState(db, queryIndex);
  } catch (error) {
    if (isDenied(error) && queryIndex + 1 < identityQueries.length) return readDatabaseState(db, queryIndex + 1);
    throw error;
  }
}

async function queryState(db: Kysely<Schema>, queryIndex: number): Promise<DatabaseState> {
  const { rows } = await sql<Identity & Omit<DatabaseState, 'identity' | 'queryIndex'> & { isStandby: boolean }>`
    select ${isStandby} as "isStandby", ${objects} as objects, ${identityQueries[queryIndex]!.cluster} as cluster, ${identityQueries[queryIndex]!.timeline} as timeline, ${valueOf('identity')} as stored,
      coalesce(${valueOf('epoch')}, '') as epoch, coalesce(${valueOf('seen_at')}, '0')::bigint as "seenAt",
      floor(${sql.raw(postgresTime)})::bigint as now`.execute(db);
  const { isStandby: isOnStandby, stored, epoch, seenAt, now, ...identity } = rows[0]!;
  if (isOnStandby) throw standbyError();
  return { identity, stored, epoch, seenAt, now, queryIndex };
}

/** The last sighting and timeline that a process remembers. */
export type Memory = Pick<Identity, 'timeline'> & Pick<DatabaseState, 'seenAt'>;

const noMemory: Memory = { timeline: null, seenAt: 0 };

/** Returns the change since the identity was stored; `none` if nothing was stored. Parts that can no longer be read are ignored. */
export function changeOf({ identity, stored, seenAt, now }: DatabaseState, memory = noMemory): Change {
  const before = stored === null ? identity : readIdentity(stored);
  const differs = (name: keyof Identity) => before[name] !== null && identity[name] !== null && before[name] !== identity[name];
  if (differs('objects') || differs('cluster')) return 'restored';
  // A standby may lack the last sightings, and its clock may be behind.
  if (differs('timeline')) return Math.max(now, memory.seenAt) - seenAt < failoverWindow ? 'continued' : 'restored';
  // Sightings on an earlier timeline were handled by the process that stored the new one.
  const isLater = memory.timeline !== null && identity.timeline !== null && identity.timeline > memory.timeline;
  return seenAt < memory.seenAt && !isLater ? 'restored' : 'none';
}

/** Returns the identity to store; parts that can no longer be read keep their old values. */
export function identityToStore({ identity, stored }: DatabaseState, constraints: number): string {
  const { cluster, timeline } = stored === null ? identity : readIdentity(stored);
  return JSON.stringify({
    objects: identity.objects,
    cluster: identity.cluster ?? cluster,
    timeline: identity.timeline ?? timeline,
    constraints,
  });
}

/** Returns the number of constraints at that time. A restore creates them last, so an unfinished one has fewer. */
export const constraintsIn = (stored: string): number => readIdentity(stored).constraints;

export async function countConstraints(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_constraint where contype in ('p', 'u', 'f') and connamespace = current_schema()::regnamespace`.execute(
    db,
  );
  return rows[0]!.count;
}
