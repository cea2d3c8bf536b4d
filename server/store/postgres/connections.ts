import pg from 'pg';
import { PostgresDialect } from 'kysely';
import { DatabaseGone } from '../engine/failures.ts';
import { prepared } from '../engine/statement.ts';

/**
 * How long (ms) anybody waits: for a connection to come about, for one that others use, for a lock that somebody else holds, for a statement, for
 * a transaction that does nothing. A hall that opens its doors stands in line for the second longer than for the first.
 */
const patience = { connect: 2_000, turn: 15_000, lock: 2_000, statement: 30_000, idle: 15_000 };

/** Classes of SQLSTATE after which a connection is worth nothing: it broke, or its server is going down. */
const isOver = (error: unknown): boolean => !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '');

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
  connectionTimeoutMillis: patience.connect,
  application_name: 'event-companion',
});

/** The pool knows one time for both, and hands its own to the connections that it makes. */
class PooledClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: patience.connect });
  }
}

/** Kysely's dialect over at most `most` connections to the database at `url`. Whatever is wrong with one is thrown as `DatabaseGone`, and the next is another one. */
export function openPostgres(url: string, most: number): PostgresDialect {
  const settings = {
    lock_timeout: patience.lock,
    statement_timeout: patience.statement,
    idle_in_transaction_session_timeout: patience.idle,
  };
  const options = Object.entries(settings)
    .map(([name, ms]) => `-c ${name}=${ms}`)
    .join(' ');
  const waiting = { Client: PooledClient, connectionTimeoutMillis: patience.turn };
  const pool = new pg.Pool({ ...connectionConfig(url), ...waiting, max: most, options, pipeline: true });
  // One that is lost says so to whoever uses it; to nobody, where it lies idle, and then the next who asks gets another.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const names = new Map<string, string>();
  const nameOf = (sql: string): string | undefined => {
    if (!prepared.has(sql)) return undefined;
    const name = names.get(sql) ?? `s${names.size}`;
    names.set(sql, name);
    return name;
  };
  const connect = async () => {
    const client = await pool.connect().catch((error: unknown) => {
      throw gone(error);
    });
    let broken = false;
    return {
      async query(text: string, values: readonly unknown[]) {
        try {
          return await client.query({ name: nameOf(text), text, values: [...values] } as pg.QueryConfig);
        } catch (error) {
          // What it is in the middle of nobody knows where not even that worked.
          if (!isOver(error) && text !== 'rollback') throw error;
          broken = true;
          throw gone(error);
        }
      },
      release: (discard?: boolean) => client.release(broken || discard === true),
    };
  };
  return new PostgresDialect({ pool: { connect, end: () => pool.end() } as never });
}

const gone = (error: unknown): DatabaseGone => new DatabaseGone('the database cannot be reached', { cause: error });
