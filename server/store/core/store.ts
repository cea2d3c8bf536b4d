import type { Clock } from '../../lib/clock.ts';
import type { Reading, TouchedScopes, Writing } from './handles.ts';
import type { News } from './news.ts';

/** How large the database is (bytes), and what else there is to know of it. */
export interface StoreFigures {
  readonly databaseBytes: number;
  /** Of the write-ahead log beside the file of an SQLite database. */
  readonly walBytes?: number;
  /** Of this process to its PostgreSQL, and how many wait for one. */
  readonly connections?: { readonly inUse: number; readonly idle: number; readonly waiting: number };
}

/** The database, to everybody outside `server/store`: they say where a transaction begins and ends, and functions of the store what happens in it. */
export interface Store {
  /** Whether other servers may work on the database at the same time. */
  readonly isShared: boolean;
  /** The time that all go by who share the database: on PostgreSQL its server's, on a file this machine's. */
  readonly clock: Clock;
  /** Where one statement is enough: each sees what is committed when it runs. */
  readonly reading: Reading;
  /** Everything that `work` reads is of one moment. */
  read<T>(work: (db: Reading) => Promise<T>): Promise<T>;
  /**
   * The same for what many read at once: on PostgreSQL those who come in one turn of the event loop read by one `db`, as of one moment, and what
   * fails is run again by itself.
   */
  readTogether<T>(work: (db: Reading) => Promise<T>): Promise<T>;
  /**
   * Everything that `work` writes is committed when this resolves, or nothing is. `work` is run again from its start while another process holds
   * the lock, up to two seconds, and where another one has written what it read: it must leave nothing behind where it fails, and must not write
   * by another `write`. Calls `committing` each time when nothing is left but the commit. Throws what `work` and the database throw, see
   * `storeFailureOf`.
   */
  write<T>(scopes: TouchedScopes, work: (trx: Writing) => Promise<T>, committing?: () => void): Promise<T>;
  /** Calls `heard` with what each `write` brings once it is committed, where it brings anything: on PostgreSQL of every process. Gives what ends that. */
  onNews(heard: (news: News) => void): () => void;
  /** Calls `heard` with whose session, account, membership or opt-in a statement of this process changes, at once, committed or not. */
  onCallerChange(heard: (userId: number) => void): void;
  /** Another number after each commit of another process, by the next turn of the event loop; each time, where nobody can say. */
  outsideVersion(): number;
  /** Another text once anything may read differently than before; what `db` reads, and read since it was that, is as it is now. */
  state(db: Reading): Promise<string>;
  /**
   * Names the history that the database is in: another one where it was put back. That PostgreSQL was is found out here, by whoever looks first, and
   * what has to be done then ends where `stopping` says so.
   */
  history(stopping?: AbortSignal): Promise<string>;
  /** Returns the schema number of a newer version that uses the database or waits for this one to stop, or null. */
  newerSchema(): Promise<number | null>;
  /** Has its server agree with the others that run on this database on `word`, as long as it is open. Gives false where one goes by another word. */
  agree(word: string): Promise<boolean>;
  figures(): Promise<StoreFigures>;
  /** Makes unreadable, in the files too, what was deleted for those who left for good. Reads go on, writes wait. PostgreSQL promises no such thing. */
  scrub(): Promise<void>;
  /** Whether the database answers with what is stored in it; a PostgreSQL that is a standby is of no use yet. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** What of a store there is within one transaction, too. */
export type StoreWithin = Pick<Store, 'isShared' | 'reading' | 'read' | 'write'>;
