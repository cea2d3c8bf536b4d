import { Kysely, sql } from 'kysely';
import { DatabaseUnavailable } from '#server/store/core/failures.ts';
import { ensureEpoch } from '#server/store/core/meta.ts';
import { migrate, readMigrations, refuseOlder } from '#server/store/core/migrations.ts';
import type { Schema } from '#server/store/core/schema.ts';
import { ofStarts, openPostgres, silenceTimeout, untilSilent } from './connections.ts';
import {
  changeOf,
  constraintsIn,
  countConstraints,
  type DatabaseState,
  identityToStore,
  type Memory,
  readDatabaseState,
  refuseStandby,
} from './identity.ts';
import { lockEverything, releaseLocks } from './locks.ts';
import { backendOf, refuseTransactionPooling } from './pooler.ts';
import { refuseIfNewer, waitForOlderServers } from './schema-versions.ts';
import { randomUUID } from 'node:crypto';
import { idLeap, tablesKeptInRestore, versionStride } from '#server/store/core/restored.ts';

interface Options {
  readonly memory?: Memory;
  readonly stopping?: AbortSignal | undefined;
  /** How long (ms) the database may be silent while it is not working. */
  readonly patience?: number;
}

/**
 * Migrates the database at `url` before any use, and begins a new history if it was restored or failed over, judged by the stored identity
 * or by `memory`. Throws `DatabaseUnavailable` for an unfinished restore, a standby or a silent server.
 */
export async function prepare(url: string, { memory, stopping, patience = silenceTimeout }: Options = {}): Promise<void> {
  // Loaded first: on a slow machine the connection would be silent during it.
  await readMigrations();
  const ending = new AbortController();
  const ended = AbortSignal.any([ending.signal, ...(stopping ? [stopping] : [])]);
  const { dialect, processes } = openPostgres(url, 1, ofStarts, ended);
  const db = new Kysely<Schema>({ dialect });
  let backend = 0;
  untilSilent(url, () => backend, patience, ended).then(
    () => ending.abort(new DatabaseUnavailable('the database has fallen silent')),
    () => undefined,
  );
  try {
    backend = await backendOf(db);
    if (!processes().includes(backend)) await refusePooler(url, ended);
    await refuseStandby(db);
    await refuseEncoding(db);
    await refuseHalfRestored(db);
    await refuseIfNewer(db);
    // Before older servers are made to stop.
    await refuseOlder(db);
    await waitForOlderServers(db, ended);
    await migrate(db);
    await ensureEpoch(db);
    await db.connection().execute((connection) => storeIdentityAlone(connection, memory));
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
    await db.connection().execute((one) => db.connection().execute((other) => refuseTransactionPooling(one, other)));
  } finally {
    await db.destroy();
  }
}

async function storeIdentityAlone(connection: Kysely<Schema>, memory?: Memory): Promise<void> {
  const constraints = await countConstraints(connection);
  if (isStored(await readDatabaseState(connection), constraints, memory)) return;
  // Checked before, because this blocks all writers.
  await lockEverything(connection);
  try {
    const state = await readDatabaseState(connection);
    if (!isStored(state, constraints, memory))
      await connection.transaction().execute((trx) => storeIdentity(trx, state, constraints, memory));
  } finally {
    await releaseLocks(connection);
  }
}

async function refuseEncoding(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  const { encoding } = rows[0]!;
  if (encoding !== 'UTF8') throw new Error(`it keeps texts as ${encoding}, not as UTF8`);
}

/** Throws while a dump is being restored: it inserts rows first and creates constraints last. */
async function refuseHalfRestored(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('meta') is not null as there`.execute(db);
  if (!rows[0]?.there) return;
  const state = await readDatabaseState(db);
  if (changeOf(state) !== 'none' && (await countConstraints(db)) < constraintsIn(state.stored!))
    throw new DatabaseUnavailable('the database is being restored');
}

function isStored(state: DatabaseState, constraints: number, memory?: Memory): boolean {
  return changeOf(state, memory) === 'none' && state.stored === identityToStore(state, constraints);
}

async function storeIdentity(trx: Kysely<Schema>, state: DatabaseState, constraints: number, memory?: Memory): Promise<void> {
  const change = changeOf(state, memory);
  if (change !== 'none') await beginNewHistory(trx, change, state.now);
  await setMeta(trx, 'identity', identityToStore(state, constraints));
  await setMeta(trx, 'seen_at', String(state.now));
}

/**
 * The number of strides is the tenths of a second since this date. A restore takes longer than one, so later restores get more; valid until
 * 2054.
 */
const stridesSince = Date.UTC(2026, 0, 1);
const strideMs = 100;

/**
 * Begins a new history after a restore or failover (decision 12): devices load anew, versions and ids leap over all issued ones. If the
 * state may be old (`restored`), all sessions end and pending mails and pushes are dropped. `now` is in ms.
 */
async function beginNewHistory(trx: Kysely<Schema>, change: 'restored' | 'continued', now: number): Promise<void> {
  await setMeta(trx, 'epoch', randomUUID());
  await raiseNumbers(trx, now);
  if (change === 'continued') return;
  await sql`update sessions set revoked_at = coalesce(revoked_at, ${now})`.execute(trx);
  for (const table of tablesKeptInRestore) if (table !== 'sessions') await sql`delete from ${sql.table(table)}`.execute(trx);
}

/** Raises versions and ids above all that may have been issued, judged by the time and by the stored versions. */
async function raiseNumbers(trx: Kysely<Schema>, now: number): Promise<void> {
  const tables = await tablesWithVersion(trx);
  const highest = tables.map((table) => sql`select max(version) as version from ${sql.table(table)}`);
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from (${sql.join(highest, sql` union all `)}) as highest`.execute(trx);
  const strides = Math.max(Math.floor((now - stridesSince) / strideMs), Math.floor((rows[0]?.version ?? 0) / versionStride) + 1);
  const floor = strides * versionStride;
  for (const table of tables) await sql`update ${sql.table(table)} set version = ${floor} + version % ${versionStride}`.execute(trx);
  await setMeta(trx, 'version_floor', String(floor));
  await sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + ${idLeap})
    from pg_sequences where schemaname = current_schema()`.execute(trx);
}

async function tablesWithVersion(trx: Kysely<Schema>): Promise<string[]> {
  const tables = await trx.introspection.getTables();
  return tables.filter(({ columns }) => columns.some(({ name }) => name === 'version')).map(({ name }) => name);
}

async function setMeta(db: Kysely<Schema>, name: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
