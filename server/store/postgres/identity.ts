import { type Kysely, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { postgresTime } from '../core/dialect.ts';
import { DatabaseGone } from '../core/failures.ts';
import { type Identity, readIdentity } from '../core/identity.ts';
import type { Schema } from '../core/schema.ts';

/** The names in `meta` of what is said of this database alone, whatever is in it. */
export const saidOfItself = ['identity', 'seen_at'] as const;

/** The same, with what is noted in the database itself. */
export interface Sight {
  readonly identity: Identity;
  /** JSON; null where nothing was noted yet. */
  readonly noted: string | null;
  /** Empty where there is none yet. */
  readonly epoch: string;
  /** When a server has noted that it sees the database (ms since the epoch, by the database's clock); 0 where none did. */
  readonly seenAt: number;
  /** By the same clock. */
  readonly now: number;
  /** How it was asked for, of what is told. */
  readonly way: number;
}

/** How a database came to be another than was noted: `restored` from what may be old, or `continued` by a standby. */
export type Change = 'none' | 'restored' | 'continued';

/** A database that was seen so shortly (ms) before it is another one has not gone back far: a standby has taken over. */
const shortly = 5 * 60_000;

const objects = sql<string>`'meta'::regclass::oid || '.' || (select oid from pg_database where datname = current_database())`;
const cluster = sql<string | null>`(select system_identifier::text from pg_control_system())`;
const timeline = sql<string | null>`case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end`;
const untold = sql<null>`null::text`;

/** Who runs databases for others may keep some of it to themselves. */
const ways = [
  { cluster, timeline },
  { cluster: untold, timeline },
  { cluster, timeline: untold },
  { cluster: untold, timeline: untold },
];

const valueOf = (name: string): RawBuilder<string | null> => sql`(select value from meta where name = ${sql.lit(name)})`;

/** How that is refused, now and later: by privilege, as a function that there is not, or that is not supported. */
const isKept = (error: unknown): boolean => error instanceof pg.DatabaseError && /^(42501|42883|0A000)$/.test(error.code ?? '');

/** Whether it only follows another one, and nobody may write there. */
export const isStandby = sql<boolean>`pg_is_in_recovery()`;

/** Throws a `DatabaseGone` for a standby: it may take over in a moment. */
export async function refuseStandby(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ isStandby: boolean }>`select ${isStandby} as "isStandby"`.execute(db);
  if (rows[0]!.isStandby) throw standingBy();
}

const standingBy = () => new DatabaseGone('the database is a standby, where nobody may write');

/**
 * Looks which database this is, as it was looked at before (`way`), where that was. Throws what it throws: that there are no tables yet, too, and
 * `DatabaseGone` for a standby.
 */
export async function lookAt(db: Kysely<Schema>, way = 0): Promise<Sight> {
  try {
    return await look(db, way);
  } catch (error) {
    if (isKept(error) && way + 1 < ways.length) return lookAt(db, way + 1);
    throw error;
  }
}

async function look(db: Kysely<Schema>, way: number): Promise<Sight> {
  const { rows } = await sql<Identity & Omit<Sight, 'identity' | 'way'> & { isStandby: boolean }>`
    select ${isStandby} as "isStandby", ${objects} as objects, ${ways[way]!.cluster} as cluster, ${ways[way]!.timeline} as timeline, ${valueOf('identity')} as noted,
      coalesce(${valueOf('epoch')}, '') as epoch, coalesce(${valueOf('seen_at')}, '0')::bigint as "seenAt",
      floor(${sql.raw(postgresTime)})::bigint as now`.execute(db);
  const { isStandby: standsBy, noted, epoch, seenAt, now, ...identity } = rows[0]!;
  if (standsBy) throw standingBy();
  return { identity, noted, epoch, seenAt, now, way };
}

/** What somebody knows of it who has seen it before: when it was noted last then that it is seen, and on which timeline. */
export type Memory = Pick<Identity, 'timeline'> & Pick<Sight, 'seenAt'>;

const noMemory: Memory = { timeline: null, seenAt: 0 };

/** What has happened to the database since its identity was noted; nothing where none was, and by what is not told any more. */
export function changeOf({ identity, noted, seenAt, now }: Sight, memory = noMemory): Change {
  const before = noted === null ? identity : readIdentity(noted);
  const differs = (name: keyof Identity) => before[name] !== null && identity[name] !== null && before[name] !== identity[name];
  if (differs('objects') || differs('cluster')) return 'restored';
  // A standby may lack the last notes, and its clock may be behind.
  if (differs('timeline')) return Math.max(now, memory.seenAt) - seenAt < shortly ? 'continued' : 'restored';
  // What was seen on an earlier timeline was looked at by whoever has noted this one.
  const isLater = memory.timeline !== null && identity.timeline !== null && identity.timeline > memory.timeline;
  return seenAt < memory.seenAt && !isLater ? 'restored' : 'none';
}

/** What is to be noted: what is not told any more stays as it was. */
export function noteOf({ identity, noted }: Sight, constraints: number): string {
  const { cluster, timeline } = noted === null ? identity : readIdentity(noted);
  return JSON.stringify({
    objects: identity.objects,
    cluster: identity.cluster ?? cluster,
    timeline: identity.timeline ?? timeline,
    constraints,
  });
}

/** How many constraints the tables had when that was noted: a dump brings them last, so that one which is still being put back has fewer. */
export const constraintsIn = (noted: string): number => readIdentity(noted).constraints;

/** How many there are now. */
export async function countConstraints(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_constraint where contype in ('p', 'u', 'f') and connamespace = current_schema()::regnamespace`.execute(
    db,
  );
  return rows[0]!.count;
}
