import type { Clock } from '#server/lib/clock.ts';
import type { ReadHandle, TouchedScopes, WriteHandle } from './handles.ts';
import type { News } from './news.ts';

/** The size of the database (bytes) and other figures. */
export interface StoreFigures {
  readonly databaseBytes: number;
  readonly walBytes?: number;
  /** Connections of this process to PostgreSQL, and callers that wait for one. */
  readonly connections?: { readonly inUse: number; readonly idle: number; readonly waiting: number };
}

/** The database, as code outside `server/store` sees it: callers delimit transactions, functions of the store do the work in them. */
export interface Store {
  /** True if other servers may use the database at the same time. */
  readonly isShared: boolean;
  /** The clock shared by all users of the database: the server's on PostgreSQL, this machine's on SQLite. */
  readonly clock: Clock;
  /** For single statements: each sees what is committed when it runs. */
  readonly reading: ReadHandle;
  /** Runs `work` on one snapshot. */
  read<T>(work: (db: ReadHandle) => Promise<T>): Promise<T>;
  /**
   * Like `read`, for many concurrent readers: on PostgreSQL the calls within one turn of the event loop share one snapshot and one round
   * trip. Failed calls run again.
   */
  readTogether<T>(work: (db: ReadHandle) => Promise<T>): Promise<T>;
  /**
   * Commits all that `work` writes, or nothing. `work` may run again, after a conflict or while another process holds the lock, so it must
   * have no other side effects and must not call `write`. Calls `committing` before each commit. Throws errors of `work` and database.
   */
  write<T>(scopes: TouchedScopes, work: (trx: WriteHandle) => Promise<T>, committing?: () => void): Promise<T>;
  /** Calls `listener` with the news of each commit, on PostgreSQL those of all processes. Returns a function that ends it. */
  onNews(listener: (news: News) => void): () => void;
  /**
   * Calls `listener` with a user id as soon as a statement of this process changes their session, account, membership or opt-in, before the
   * commit.
   */
  onCallerChange(listener: (userId: number) => void): void;
  /**
   * Changes after each commit of another process, at the latest in the next turn of the event loop; changes at every call if that is
   * unknown.
   */
  outsideVersion(): number;
  /**
   * Returns a text that changes when any read may return something else. As long as it is the same, earlier results of `db` are current.
   */
  state(db: ReadHandle): Promise<string>;
  /**
   * Returns the name of the history of the database; it changes after a restore. The first caller after a restore of PostgreSQL detects it
   * and repairs the database, until `stopping` aborts.
   */
  history(stopping?: AbortSignal): Promise<string>;
  /** Returns the schema number of a newer version that uses the database or waits for this one to stop, or null. */
  newerSchema(): Promise<number | null>;
  /**
   * Agrees with the other servers on this database on `word` as long as the store is open. Returns false if another one uses a different
   * word.
   */
  agree(word: string): Promise<boolean>;
  figures(): Promise<StoreFigures>;
  /** Makes the data of erased accounts unreadable in the files, too. Reads continue, writes wait. No guarantee on PostgreSQL. */
  scrub(): Promise<void>;
  /** Returns whether the database answers queries; a PostgreSQL standby does not count. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** The part of a store that also exists within one transaction. */
export type StoreWithin = Pick<Store, 'isShared' | 'reading' | 'read' | 'write'>;
