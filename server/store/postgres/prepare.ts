import { Kysely, sql } from 'kysely';
import { DatabaseGone } from '../core/failures.ts';
import { ensureEpoch } from '../core/meta.ts';
import { migrate, readMigrations, refuseOlder } from '../core/migrations.ts';
import type { Schema } from '../core/schema.ts';
import { beginAnew, note } from './begin-anew.ts';
import { fallenSilent, ofStarts, openPostgres, silence } from './connections.ts';
import { changeOf, constraintsIn, countConstraints, lookAt, type Memory, noteOf, refuseStandby, type Sight } from './identity.ts';
import { giveLocksBack, takeEverything } from './locks.ts';
import { backendOf, refuseHandingOn } from './pooler.ts';
import { refuseBesideNewer, waitForOlderServers } from './schema-versions.ts';

interface Options {
  readonly memory?: Memory;
  readonly stopping?: AbortSignal | undefined;
  /** How long (ms) the database may be silent while it is not working. */
  readonly patience?: number;
}

/**
 * Prepares the database at `url` before any use: migrates its tables, and begins a new history if it was restored or failed over, judged by
 * the stored identity or by `memory`. Waits for other processes that prepare it. Throws database errors, an `UnfitSchema` for
 * another schema, and `DatabaseGone` for an unfinished restore, a standby or a silent server.
 */
export async function prepare(url: string, { memory, stopping, patience = silence }: Options = {}): Promise<void> {
  // Loaded first: on a slow machine the connection would be silent during it.
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
    // Before older servers are made to stop.
    await refuseOlder(db);
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

/** Throws if a pooler does not keep connections with their clients. */
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
  // Checked before, because this blocks all writers.
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

/** Throws while a dump is being restored: it inserts rows first and creates constraints last. */
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
