import { Socket } from 'node:net';
import pg from 'pg';
import { PostgresDialect } from 'kysely';
import { DatabaseGone } from '../core/failures.ts';
import type { StoreFigures } from '../core/store.ts';
import { prepared } from '../core/statement.ts';

/** How long (ms) anybody waits for a connection to come about. */
const connectPatience = 2_000;

/**
 * How long (ms) who needs a connection waits for one that others use, and then the server: for a lock that somebody else holds, for a statement,
 * for the next one of a client that may be gone, and may have left locks; 0 for ever.
 */
interface Patience {
  readonly turn: number;
  readonly lock: number;
  readonly statement: number;
  readonly idle: number;
}

/** While others wait for an answer. A hall that opens its doors stands in line for a connection longer than one takes to come about. */
const ofRequests: Patience = { turn: 15_000, lock: 2_000, statement: 30_000, idle: 15_000 };

/** While a server starts: another one that changes the tables just then takes its time. */
export const ofStarts: Patience = { turn: 0, lock: 0, statement: 0, idle: 15_000 };

/** A server says itself that a statement took too long; one that says nothing for longer (ms) than that is out of reach. */
export const silence = 5_000;

/** How long (ms) a connection that nobody needs is kept: the server waits for longer. */
const keptIdle = 10_000;

/**
 * SQLSTATEs, or their classes, after which a connection is worth nothing: it broke, its server is going down, it leads where nothing can be written,
 * though the next may not, or was ended with a transaction that took too long; or it has prepared what a change of the tables has made void.
 */
const over = { any: /^(08|57P|25006|25P03|25P04)/, prepared: /^0A000/ };

const isOver = (error: unknown, isPrepared: boolean): boolean =>
  !(error instanceof pg.DatabaseError) || over.any.test(error.code ?? '') || (isPrepared && over.prepared.test(error.code ?? ''));

/** Counts and sums come as numbers, as they do from SQLite: none is beyond what a double holds exactly. */
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

/** The pool knows one time for both, and hands its own to the connections that it makes. */
class PooledClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectPatience });
  }
}

/** Connections to a database, of which at most so many are open. */
export interface Connections {
  /** Whatever is wrong with one is thrown as `DatabaseGone`, and the next is another one. */
  readonly dialect: PostgresDialect;
  /** How many are in use and idle, and how many wait for one. */
  count(): NonNullable<StoreFigures['connections']>;
  /** Which process of the server serves each of those that are open, by what they were told when they came about: by a pooler something else. */
  processes(): readonly number[];
}

/** Where `stopping` is given, all of them end with it, in the middle of whatever they are at. */
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
  const query_timeout = patience.statement && patience.statement + silence;
  const waiting = { Client: PooledClient, connectionTimeoutMillis: patience.turn, idleTimeoutMillis: keptIdle };
  const stream = stopping && { stream: () => socketUntil(stopping) };
  const pool = new pg.Pool({ ...connectionConfig(url), ...waiting, ...stream, max: most, options, query_timeout, pipeline: true });
  // One that is lost says so to whoever uses it; to nobody, where it lies idle, and then the next who asks gets another.
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
      throw gone(error);
    });
    let broken = false;
    return {
      async query(text: string, values: readonly unknown[]) {
        const name = nameOf(text);
        try {
          return await client.query({ name, text, values: [...values] } as pg.QueryConfig);
        } catch (error) {
          // What it is in the middle of nobody knows where not even that worked.
          if (!isOver(error, name !== undefined) && text !== 'rollback') throw error;
          broken = true;
          throw gone(error);
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

/** What was said about it names host and user at most. */
function gone(error: unknown): DatabaseGone {
  const { message, code } = error as NodeJS.ErrnoException;
  return new DatabaseGone(`the database cannot be reached – ${message || code}`, { cause: error });
}
