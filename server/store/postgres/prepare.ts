import { Kysely, sql } from 'kysely';
import { DatabaseGone } from '../core/failures.ts';
import { ensureEpoch } from '../core/meta.ts';
import { migrate, readMigrations } from '../core/migrations.ts';
import type { Schema } from '../core/schema.ts';
import { beginAnew, note } from './begin-anew.ts';
import { ofStarts, openPostgres, silence } from './connections.ts';
import { changeOf, constraintsIn, countConstraints, lookAt, type Memory, noteOf, refuseStandby, type Sight } from './identity.ts';
import { giveLocksBack, takeEverything } from './locks.ts';
import { backendOf, refuseHandingOn } from './pooler.ts';
import { refuseBesideNewer, waitForOlderServers } from './schema-versions.ts';
import { fallenSilent } from './silence.ts';

interface Options {
  /** What the caller knows of the database. */
  readonly memory?: Memory;
  /** Ends it. */
  readonly stopping?: AbortSignal | undefined;
  /** How long (ms) the database may say nothing while it is not at work. */
  readonly patience?: number;
}

/**
 * Sees to what has to be true of the database at `url` before anybody works with it: its tables are of this version, and where it does not go on
 * from where it was, by what is noted in it or by what the caller has seen before, it has begun another history. Others who are at it are waited
 * for. Throws what the database throws, `DatabaseGone` too while it is just being put back, for a standby, and for one that has fallen silent.
 */
export async function prepare(url: string, { memory, stopping, patience = silence }: Options = {}): Promise<void> {
  // Takes a while on a slow machine, in which the database would hear nothing.
  await readMigrations();
  const ending = new AbortController();
  const ended = AbortSignal.any([ending.signal, ...(stopping ? [stopping] : [])]);
  const { dialect, processes } = openPostgres(url, 1, ofStarts, ended);
  const db = new Kysely<Schema>({ dialect });
  let backend = 0;
  fallenSilent(url, () => backend, patience, ended).then(
    () => ending.abort(new DatabaseGone('the database has fallen silent')),
    () => undefined,
  );
  try {
    backend = await backendOf(db);
    if (!processes().includes(backend)) await refusePooler(url, ended);
    await refuseStandby(db);
    await refuseEncoding(db);
    await refuseHalf(db);
    await refuseBesideNewer(db);
    await waitForOlderServers(db, ended);
    await migrate(db);
    await ensureEpoch(db);
    await db.connection().execute((connection) => settleAlone(connection, memory));
  } catch (error) {
    ended.throwIfAborted();
    throw error;
  } finally {
    await db.destroy();
    ending.abort();
  }
}

/** Whoever is in between has to leave a connection to whom it was given. */
async function refusePooler(url: string, ended: AbortSignal): Promise<void> {
  const db = new Kysely<Schema>({ dialect: openPostgres(url, 2, ofStarts, ended).dialect });
  try {
    await db.connection().execute((one) => db.connection().execute((other) => refuseHandingOn(one, other)));
  } finally {
    await db.destroy();
  }
}

async function settleAlone(connection: Kysely<Schema>, memory?: Memory): Promise<void> {
  const constraints = await countConstraints(connection);
  if (isNoted(await lookAt(connection), constraints, memory)) return;
  // Whoever writes waits, which is why it is looked at before.
  await takeEverything(connection);
  try {
    const sight = await lookAt(connection);
    if (!isNoted(sight, constraints, memory)) await connection.transaction().execute((trx) => settle(trx, sight, constraints, memory));
  } finally {
    await giveLocksBack(connection);
  }
}

async function refuseEncoding(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  const { encoding } = rows[0]!;
  if (encoding !== 'UTF8') throw new Error(`it keeps texts as ${encoding}, not as UTF8`);
}

/** A dump that is put back brings first what is in the tables, and in the end what holds them together. */
async function refuseHalf(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('meta') is not null as there`.execute(db);
  if (!rows[0]?.there) return;
  const sight = await lookAt(db);
  if (changeOf(sight) !== 'none' && (await countConstraints(db)) < constraintsIn(sight.noted!))
    throw new DatabaseGone('the database is just being put back');
}

function isNoted(sight: Sight, constraints: number, memory?: Memory): boolean {
  return changeOf(sight, memory) === 'none' && sight.noted === noteOf(sight, constraints);
}

async function settle(trx: Kysely<Schema>, sight: Sight, constraints: number, memory?: Memory): Promise<void> {
  const change = changeOf(sight, memory);
  if (change !== 'none') await beginAnew(trx, change, sight.now);
  await note(trx, 'identity', noteOf(sight, constraints));
  await note(trx, 'seen_at', String(sight.now));
}
