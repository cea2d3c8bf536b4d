import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { PostgresDialect } from 'kysely';
import { DatabaseUnavailable } from '../core/failures.ts';
import type { StoreFigures } from '../core/store.ts';
import { prepared } from '../core/statement.ts';

/** How long (ms) a new connection may take. */
const connectPatience = 2_000;

/**
 * How long (ms) to wait for a pooled connection, for a lock, for a statement, and for the next statement of a client that may be dead while
 * it holds locks; 0 for ever.
 */
interface Patience {
  readonly turn: number;
  readonly lock: number;
  readonly statement: number;
  readonly idle: number;
}

/** For requests. At the opening of an event the queue for connections is longer than a connection takes to open. */
const ofRequests: Patience = { turn: 15_000, lock: 2_000, statement: 30_000, idle: 15_000 };

/** For starts: another server may be migrating the tables. */
export const ofStarts: Patience = { turn: 0, lock: 0, statement: 0, idle: 15_000 };

/** A connection without an answer for so long (ms) after the statement timeout is considered lost. */
export const silenceTimeout = 5_000;

/** How long (ms) an unused connection is kept; less than the server's own timeout. */
const keptIdle = 10_000;

/**
 * SQLSTATEs, or their classes, after which a connection is discarded: connection failure, shutdown, read-only server, idle or long
 * transaction; for prepared statements also a plan invalidated by a change of the tables.
 */
const discardCodes = { any: /^(08|57P|25006|25P03|25P04)/, prepared: /^0A000/ };

const isBroken = (error: unknown, isPrepared: boolean): boolean =>
  !(error instanceof pg.DatabaseError) ||
  discardCodes.any.test(error.code ?? '') ||
  (isPrepared && discardCodes.prepared.test(error.code ?? ''));

/** Counts and sums as numbers, like SQLite's: all are within the exact range of a double. */
const typesOf: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
};

export const connectionConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  types: typesOf,
  keepAlive: true,
  connectionTimeoutMillis: connectPatience,
  application_name: 'event-companion',
});

/** The pool has one setting for both timeouts and passes it to its connections; this restores the one for opening. */
class PooledClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectPatience });
  }
}

export interface Connections {
  /** Throws `DatabaseUnavailable` for connection failures, and replaces the connection. */
  readonly dialect: PostgresDialect;
  count(): NonNullable<StoreFigures['connections']>;
  /** Returns the backend ids that the open connections were given. With a pooler they differ from the real ones. */
  processes(): readonly number[];
}

/** Opens up to `most` connections. Aborting `stopping` closes all of them, also during statements. */
export function openPostgres(url: string, most: number, patience = ofRequests, stopping?: AbortSignal): Connections {
  const settings = {
    lock_timeout: patience.lock,
    statement_timeout: patience.statement,
    idle_in_transaction_session_timeout: patience.idle,
    idle_session_timeout: patience.idle,
  };
  const options = Object.entries(settings)
    .map(([name, ms]) => `-c ${name}=${ms}`)
    .join(' ');
  const query_timeout = patience.statement && patience.statement + silenceTimeout;
  const waiting = { Client: PooledClient, connectionTimeoutMillis: patience.turn, idleTimeoutMillis: keptIdle };
  const stream = stopping && { stream: () => socketUntil(stopping) };
  const pool = new pg.Pool({ ...connectionConfig(url), ...waiting, ...stream, max: most, options, query_timeout, pipeline: true });
  // A user of a lost connection receives its error. A lost idle connection is replaced at the next use.
  pool.on('error', () => undefined);
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    open.add(client);
  });
  pool.on('remove', (client) => open.delete(client));
  const names = new Map<string, string>();
  const nameOf = (sql: string): string | undefined => {
    if (!prepared.has(sql)) return undefined;
    const name = names.get(sql) ?? `s${names.size}`;
    names.set(sql, name);
    return name;
  };
  const connect = async () => {
    stopping?.throwIfAborted();
    const client = await pool.connect().catch((error: unknown) => {
      throw unavailable(error);
    });
    let broken = false;
    return {
      async query(text: string, values: readonly unknown[]) {
        const name = nameOf(text);
        try {
          return await client.query({ name, text, values: [...values] } as pg.QueryConfig);
        } catch (error) {
          // After a failed rollback the state of the connection is unknown.
          if (!isBroken(error, name !== undefined) && text !== 'rollback') throw error;
          broken = true;
          throw unavailable(error);
        }
      },
      release: (discard?: boolean) => client.release(broken || discard === true),
    };
  };
  return {
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } as never }),
    count: () => ({ inUse: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    processes: () => [...open].map((client) => (client as unknown as { processID: number }).processID),
  };
}

function socketUntil(stopping: AbortSignal): Socket {
  const socket = new Socket();
  stopping.addEventListener('abort', () => socket.destroy(), { once: true });
  return socket;
}

/** The messages contain at most host and user. */
function unavailable(error: unknown): DatabaseUnavailable {
  const { message, code } = error as NodeJS.ErrnoException;
  return new DatabaseUnavailable(`the database cannot be reached – ${message || code}`, { cause: error });
}

/**
 * Resolves when the backend of a busy connection has been idle for `patience` ms, no longer exists, or does not answer a second connection.
 * Long statements and waits for locks do not count. Throws when `ended` aborts.
 */
export async function untilSilent(url: string, backend: () => number, patience: number, ended: AbortSignal): Promise<void> {
  const wait = () => pause(patience, undefined, { ref: false, signal: ended });
  await wait();
  while (await isWorking(url, backend(), patience)) await wait();
}

async function isWorking(url: string, backend: number, patience: number): Promise<boolean> {
  const client = new pg.Client({ ...connectionConfig(url), query_timeout: silenceTimeout });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isIdle: boolean }>(
      `select state like 'idle%' and state_change < clock_timestamp() - $2 * interval '1 ms' as "isIdle" from pg_stat_activity where pid = $1`,
      [backend, patience],
    );
    return rows.length > 0 && rows[0]?.isIdle !== true;
  } catch (error) {
    // An error is also a sign of life, such as too many connections.
    return error instanceof pg.DatabaseError;
  } finally {
    // Not awaited: a silent server does not answer.
    void client.end();
  }
}
