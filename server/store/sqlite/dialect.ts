import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers';
import { type Dialect, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { BoundedMap } from '../../lib/bounded-map.ts';

/** Statements kept compiled; the least recently used goes first. */
const cachedStatements = 300;

/** What of the database SQL through Kysely cannot say. */
export interface Sqlite {
  readonly dialect: Dialect;
  /**
   * Calls `heard` with the person in `column` of each row of `table` that a statement of this process inserts, changes or deletes, at once,
   * committed or not. For as long as the table is there: migrations come first.
   */
  watch(table: string, column: string, heard: (person: number) => void): void;
  /** Another number after each commit of another process, by the next turn of the event loop. */
  outsideVersion(): number;
  /** Another text once anything may read differently than before. */
  state(): string;
}

/**
 * Kysely's dialect over the SQLite that is built into Node. `path` is a file or `:memory:`; `lockWait` is how long (ms) a statement waits
 * for another process, and everything in this one with it.
 */
export function openSqlite(path: string, lockWait: number): Sqlite {
  const database = new DatabaseSync(path, { timeout: lockWait });
  // FULL: an acknowledged write survives a power cut, also in WAL mode.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  database.exec('pragma temp_store = memory; pragma cache_size = -32000');
  const version = database.prepare('pragma data_version');
  const changes = database.prepare('select total_changes() as count');
  let asked: number | null = null;
  /** Asked once in each turn of the event loop: whose request is read in it had sent it when the turn began. */
  const outsideVersion = (): number => {
    if (asked === null) {
      asked = Number(version.get()?.['data_version']);
      setImmediate(() => (asked = null));
    }
    return asked;
  };
  return {
    dialect: new SqliteDialect({ database: adapt(database) }),
    watch(table, column, heard) {
      const call = `heard_${table}`;
      database.function(call, (before, after) => {
        for (const person of new Set([before, after])) if (person !== null) heard(Number(person));
        return null;
      });
      const trigger = (event: string, before: string, after: string) =>
        database.exec(
          `create temp trigger ${call}_${event} after ${event} on main.${table} begin select ${call}(${before}, ${after}); end`,
        );
      trigger('insert', 'null', `new.${column}`);
      trigger('update', `old.${column}`, `new.${column}`);
      trigger('delete', `old.${column}`, 'null');
    },
    outsideVersion,
    state: () => `${outsideVersion()}.${Number(changes.get()?.['count'])}`,
  };
}

/** The part of better-sqlite3's interface that Kysely asks for. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new BoundedMap<string, SqliteStatement>(cachedStatements);
  return {
    close: () => database.close(),
    prepare(sql) {
      // Some failures, a full disk among them, have rolled back already; to do it again would hide the first error.
      if (sql === 'rollback' && !database.isTransaction) return nothing;
      const known = statements.get(sql);
      if (known) {
        statements.set(sql, known);
        return known;
      }
      const statement = adaptStatement(database.prepare(sql));
      statements.set(sql, statement);
      return statement;
    },
  };
}

const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

function adaptStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
