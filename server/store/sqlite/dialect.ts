import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers';
import { type Dialect, SqliteAdapter, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { BoundedMap } from '#server/lib/bounded-map.ts';

/** The number of compiled statements kept; the least recently used is dropped first. */
const cachedStatements = 300;

export interface Sqlite {
  readonly dialect: Dialect;
  /**
   * Calls `listener` with the person in `column` of each row of `table` that a statement of this process changes, before the commit. The watch
   * ends when the table is dropped, so call it after migrations.
   */
  watch(table: string, column: string, listener: (person: number) => void): void;
  /** Changes after each commit of another process, at the latest in the next turn of the event loop. */
  outsideVersion(): number;
  /** Changes when any read may return something else. */
  state(): string;
}

/** Kysely would run each migration outside a transaction on SQLite, so that a crash left half of its tables. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class TransactionalDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/**
 * Opens Kysely's dialect for Node's built-in SQLite. `path` is a file or `:memory:`; `lockWait` is how long (ms) a statement, and with it
 * the process, waits for another process.
 */
export function openSqlite(path: string, lockWait: number): Sqlite {
  const database = new DatabaseSync(path, { timeout: lockWait });
  // FULL: an acknowledged write survives a power cut, also in WAL mode.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  database.exec('pragma temp_store = memory; pragma cache_size = -32000');
  const version = database.prepare('pragma data_version');
  const changes = database.prepare('select total_changes() as count');
  let cachedVersion: number | null = null;
  /** Read once per turn of the event loop: requests handled in a turn were sent before it began. */
  const outsideVersion = (): number => {
    if (cachedVersion === null) {
      cachedVersion = Number(version.get()?.['data_version']);
      setImmediate(() => (cachedVersion = null));
    }
    return cachedVersion;
  };
  return {
    dialect: new TransactionalDialect({ database: adapt(database) }),
    watch(table, column, listener) {
      const call = `heard_${table}`;
      database.function(call, (before, after) => {
        for (const person of new Set([before, after])) if (person !== null) listener(Number(person));
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

/** The part of better-sqlite3's interface that Kysely uses. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new BoundedMap<string, SqliteStatement>(cachedStatements);
  return {
    close: () => database.close(),
    prepare(sql) {
      // Some failures, such as a full disk, roll back by themselves; a second rollback would hide the first error.
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
