import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import type { Scope } from '#contract/scope.ts';
import { machineTimers, type Timers } from '#server/lib/clock.ts';
import { isRetryable } from '../core/failures.ts';
import { type ReadHandle, readHandleOn, assertAnnounced, type TouchedScopes, type WriteHandle, writeHandleOn } from '../core/handles.ts';
import { NewsPublisher, emptyNews } from '../core/news.ts';
import type { Schema } from '../core/schema.ts';
import { statement } from '../core/statement.ts';
import type { Store } from '../core/store.ts';
import { BatchLoader } from '#server/lib/concurrency/batch-loader.ts';
import { openPostgres } from './connections.ts';
import { HistoryMonitor } from './history-monitor.ts';
import { DatabaseClock } from './database-clock.ts';
import { isStandby } from './identity.ts';
import { Listener, noticesOf, notify } from './listener.ts';
import { areLocked, releaseLocks, acquireLocks } from './locks.ts';
import { onOneConnection, runRaw } from './one-connection.ts';
import { ReadTogether } from './read-together.ts';
import { prepare } from './prepare.ts';
import { newerSchemaOf, refuseIfNewer } from './schema-versions.ts';

export interface PostgresOptions {
  /** Such as `postgres://user:password@host/database`. */
  readonly url: string;
  /** The maximum number of connections, in addition to the listening one. */
  readonly connections?: number;
  /** Measures the time that passes; this machine's timers by default. */
  readonly ticks?: Pick<Timers, 'now'>;
}

/** How often a write that conflicts with others is run before it fails. */
const tries = 8;

/** How long (ms) a ping may take. */
const pingPatience = 2_000;

/** In ms; random, so that conflicting writes do not meet again. */
const longestPause = 20;

/**
 * Opens the store on a PostgreSQL server that several processes share. A write reads one snapshot and runs again after a conflict. The
 * counter of a scope is a row, so numbers follow the order of commits. Locks of scopes only make repetitions rare.
 */
export async function openPostgresStore({ url, connections: most = 10, ticks = machineTimers }: PostgresOptions): Promise<Store> {
  await prepare(url);
  const { dialect, count } = openPostgres(url, most);
  const db = new Kysely<Schema>({ dialect });
  const publisher = new NewsPublisher();
  const clock = new DatabaseClock(ticks);
  const listener = new Listener(url, clock, (news) => publisher.publish(news));
  const historyMonitor = new HistoryMonitor(db, url);
  try {
    await historyMonitor.check();
    await listener.start();
    // A newer version may have begun to wait before this server was announced.
    await refuseIfNewer(db);
  } catch (error) {
    await listener.stop();
    await db.destroy();
    throw error;
  }
  const reading = readHandleOn(db);
  const together = new ReadTogether((work) => readOnce(db, work));
  const stateNow = new BatchLoader<'state', string>(async () => new Map([['state', await snapshotOf(reading)]]));
  let versionCalls = 0;
  return {
    isShared: true,
    clock,
    reading,
    read: (work) => readOnce(db, work),
    readTogether: (work) => together.read(work),
    write: (scopes, work, committing = () => undefined) => writeUntilDone(db, scopes, work, committing),
    onNews: publisher.subscribe,
    // Any statement, in any process, may change a caller, so callers are read at every request.
    onCallerChange: () => undefined,
    outsideVersion: () => (versionCalls += 1),
    state: async (of) => `${historyMonitor.epoch} ${of === reading ? await stateNow.get('state') : await snapshotOf(of)}`,
    history: (stopping) => historyMonitor.check(stopping),
    newerSchema: () => newerSchemaOf(db),
    scrub: async () => void (await db.updateTable('erasures').set({ scrubbed: 1 }).where('scrubbed', '=', 0).execute()),
    async ping() {
      const late = pause(pingPatience, null, { ref: false });
      const listenerAnswer = listener.answers();
      // A full pool delays a ping although the database answers: then the listening connection counts.
      const poolAnswer = await Promise.race([isUsable(reading), late]);
      return poolAnswer ?? (count().inUse === most && (await Promise.race([listenerAnswer, late])) === true);
    },
    agree: (word) => listener.agree(word),
    figures: async () => ({ databaseBytes: await sizeOf(db), connections: count() }),
    async close() {
      await listener.stop();
      await db.destroy();
    },
  };
}

async function sizeOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return rows[0]!.bytes;
}

const standbyQuery = statement((db) => db.selectFrom('meta').select(isStandby.as('isStandby')).where('name', '=', 'epoch'));

const isUsable = (db: ReadHandle): Promise<boolean> =>
  standbyQuery(db, {}).then(
    ([answer]) => answer?.isStandby === false,
    () => false,
  );

const snapshot = statement((db) => db.selectNoFrom(sql<string>`pg_current_snapshot()::text`.as('snapshot')));

/** Returns the snapshot as text: the same text means the same data. */
const snapshotOf = async (db: ReadHandle): Promise<string> => (await snapshot(db, {}))[0]!.snapshot;

/** A write needs a lock after its snapshot was taken. */
class NotLocked extends Error {
  override readonly name = 'NotLocked';
}

async function writeUntilDone<T>(
  db: Kysely<Schema>,
  scopes: TouchedScopes,
  work: (trx: WriteHandle) => Promise<T>,
  committing: () => void,
): Promise<T> {
  /** Includes the locks and scopes that an earlier run turned out to need. */
  const likely = new Set<string>('known' in scopes ? scopes.known : scopes);
  const claim = (touched: Iterable<Scope>): void => {
    const all = [...touched];
    assertAnnounced(scopes, all);
    for (const scope of all) likely.add(scope);
  };
  for (let failures = 0; ;) {
    const locked = new Set(likely);
    const hold: WriteHandle['hold'] = (lock) => {
      if (areLocked(locked, lock)) return;
      likely.add(lock);
      throw new NotLocked(lock);
    };
    try {
      return await writeOnce(db, { locked, claim, hold }, work, committing);
    } catch (error) {
      // Not a conflict: run again with the lock.
      if (error instanceof NotLocked) continue;
      failures += 1;
      if (failures === tries || !isRetryable(error)) throw error;
      await pause(Math.random() * longestPause);
    }
  }
}

/** Begin and rollback are sent without waiting for their answers. */
function readOnce<T>(db: Kysely<Schema>, work: (db: ReadHandle) => Promise<T>): Promise<T> {
  return onOneConnection(db, async (connection) => {
    const begun = unawaited(runRaw(connection, 'start transaction isolation level repeatable read read only'));
    try {
      const result = await work(readHandleOn(connection));
      await begun;
      return result;
    } finally {
      void unawaited(runRaw(connection, 'rollback'));
    }
  });
}

/**
 * Sends locks and begin together, and the last writes, notifications, commit and unlock together. PostgreSQL commits nothing after a failed
 * statement; the error of the first failed one is thrown.
 */
function writeOnce<T>(
  db: Kysely<Schema>,
  { locked, ...needs }: Pick<WriteHandle, 'claim' | 'hold'> & { readonly locked: ReadonlySet<string> },
  work: (trx: WriteHandle) => Promise<T>,
  committing: () => void,
): Promise<T> {
  return onOneConnection(db, async (connection) => {
    const sent: Promise<unknown>[] = [];
    const send: WriteHandle['send'] = async (statement) => void sent.push(unawaited(statement));
    let hasEnded = false;
    let commit: Promise<unknown> | null = null;
    /** If the locks cannot be released, the connection is discarded with them. */
    const end = async (how: 'commit' | 'rollback'): Promise<unknown> => {
      const ended = runRaw(connection, how);
      void unawaited(releaseLocks(connection));
      const [ending] = await ended;
      hasEnded = true;
      return (ending as { command: string }).command;
    };
    try {
      await Promise.all([acquireLocks(connection, locked), runRaw(connection, 'start transaction isolation level repeatable read')]);
      const news = emptyNews();
      const result = await work(writeHandleOn(connection, { ...needs, news, send }));
      const notices = noticesOf(news);
      if (notices.length > 0) await send(notify(connection, notices));
      commit = unawaited(end('commit'));
      await Promise.all(sent);
      committing();
      if ((await commit) !== 'COMMIT') throw new TypeError('a statement failed, and the write went on');
      return result;
    } catch (error) {
      const failed = (await Promise.allSettled([...sent, commit])).find(({ status }) => status === 'rejected');
      if (!hasEnded) await end('rollback').catch(() => undefined);
      throw failed?.status === 'rejected' ? failed.reason : error;
    }
  });
}

/** Marks a promise as handled that is awaited later, or never. */
function unawaited<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
