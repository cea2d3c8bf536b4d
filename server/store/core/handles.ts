import type { Kysely } from 'kysely';
import type { Scope } from '#contract/scope.ts';
import type { PendingNews } from './news.ts';
import type { Schema } from './schema.ts';

const sql = Symbol('sql');

/** A read handle. Only the store can use it for SQL; other code passes it on, and new queries become functions of the store. */
export interface ReadHandle {
  readonly [sql]: Kysely<Schema>;
}

/** A write handle: one transaction, valid until the work passed to `Store.write` ends. */
export interface WriteHandle extends ReadHandle {
  /** Declares scopes whose counters are raised. Throws if the write did not announce them. */
  readonly claim: (scopes: Iterable<Scope>) => void;
  /** Requires a lock. Throws if the write did not name it; on PostgreSQL the write then runs again with the lock. */
  readonly hold: (lock: LockName) => void;
  /** Published to connected clients after the commit. */
  readonly news: PendingNews;
  /** Sends a statement whose result is not needed. PostgreSQL does not wait for it; if it fails, the write fails. */
  readonly send: (statement: Promise<unknown>) => Promise<void>;
}

/** Writes that name the same lock run one after another. `lock user:1` is the lock of a scope, taken by every write that touches it. */
export type LockName = `lock ${string}`;

/**
 * The scopes that a write will touch, and further locks; empty outside the change feed. `dynamicScopes` if only rows read inside the
 * transaction determine the scopes.
 */
export type TouchedScopes = readonly (Scope | LockName)[] | DynamicScopes;

export interface DynamicScopes {
  readonly known: readonly (Scope | LockName)[];
}

/** Scopes are determined in the transaction. Naming likely ones in advance saves a second run on PostgreSQL when writes collide. */
export const dynamicScopes = (known: DynamicScopes['known'] = []): DynamicScopes => ({ known });

export const readHandleOn = (database: Kysely<Schema>): ReadHandle => ({ [sql]: database });

export const writeHandleOn = (transaction: Kysely<Schema>, { claim, hold, news, send }: Omit<WriteHandle, typeof sql>): WriteHandle => ({
  [sql]: transaction,
  claim,
  hold,
  news,
  send,
});

/** For transactions with exclusive access. */
export const holdsAllLocks: WriteHandle['hold'] = () => undefined;

/** For databases without pipelining. */
export const waitForEach: WriteHandle['send'] = async (statement) => void (await statement);

/** Throws a `TypeError` for scopes that a write touched without announcing them. */
export function assertAnnounced(scopes: TouchedScopes, touched: Iterable<Scope>): void {
  const unannounced = 'known' in scopes ? [] : [...touched].filter((scope) => !scopes.includes(scope));
  if (unannounced.length > 0) throw new TypeError(`a write touched ${unannounced.join(', ')} without announcing them`);
}

/** Gives access to SQL; only for the store and for tests. */
export const sqlOf = (handle: ReadHandle): Kysely<Schema> => handle[sql];

/* oxlint-disable typescript/no-explicit-any -- the table is known at run time only */
/** Access to tables whose names come from descriptors. */
export const anyTable = (database: Kysely<Schema>): Kysely<any> => database;
export const anyTableOf = (handle: ReadHandle): Kysely<any> => handle[sql];
/* oxlint-enable typescript/no-explicit-any */
