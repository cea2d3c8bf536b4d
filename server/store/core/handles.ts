import type { Kysely } from 'kysely';
import type { Scope } from '../../../contract/scope.ts';
import type { NewsToCome } from './news.ts';
import type { Schema } from './schema.ts';

const sql = Symbol('sql');

/** What the functions of the store read by. Everybody else can only hand it on: who has something new to ask adds a function to the store. */
export interface Reading {
  readonly [sql]: Kysely<Schema>;
}

/** What they write by: one transaction, for as long as the work lasts that `Store.write` was given. */
export interface Writing extends Reading {
  /** To be called with the scopes whose counters it raises. Throws where that was not to be. */
  readonly claim: (scopes: Iterable<Scope>) => void;
  /** For what needs a lock whoever writes it: throws where the write has not named it, and on PostgreSQL the write begins again with it. */
  readonly hold: (lock: LockName) => void;
  /** Told to those who are connected once it is committed. */
  readonly news: NewsToCome;
  /** For a statement whose answer nobody needs: on PostgreSQL what follows goes out without waiting for it, and where it fails, so does the write. */
  readonly send: (statement: Promise<unknown>) => Promise<void>;
}

/**
 * What a write looks at before it changes anything: of those that name the same lock, one begins when the other has ended. That of a scope,
 * `lock user:1`, is the one that whoever touches it takes.
 */
export type LockName = `lock ${string}`;

/**
 * The scopes of the change feed that a write is going to touch, none for one that the feed hears nothing of, and the locks that it needs beside
 * them. Where only the rows that it reads tell them, since what is read before the transaction need not be true in it, they are `asFound`.
 */
export type TouchedScopes = readonly (Scope | LockName)[] | ScopesAsFound;

export interface ScopesAsFound {
  /** Those that are known before. */
  readonly known: readonly (Scope | LockName)[];
}

/** With those that are likely before anything is read: where others touch them at the same time, PostgreSQL need not run the write twice. */
export const asFound = (known: ScopesAsFound['known'] = []): ScopesAsFound => ({ known });

export const readingBy = (database: Kysely<Schema>): Reading => ({ [sql]: database });

export const writingBy = (transaction: Kysely<Schema>, { claim, hold, news, send }: Omit<Writing, typeof sql>): Writing => ({
  [sql]: transaction,
  claim,
  hold,
  news,
  send,
});

/** Where nothing else writes meanwhile. */
export const holdsEverything: Writing['hold'] = () => undefined;

/** Where nothing is gained by going on before. */
export const waitForEach: Writing['send'] = async (statement) => void (await statement);

/** Throws a `TypeError` for scopes that a write did not say it would touch. */
export function refuseUnsaid(scopes: TouchedScopes, touched: Iterable<Scope>): void {
  const unsaid = 'known' in scopes ? [] : [...touched].filter((scope) => !scopes.includes(scope));
  if (unsaid.length > 0) throw new TypeError(`a write touched ${unsaid.join(', ')} without having said so`);
}

/** Where SQL begins: for the store alone, and for tests that look past it. */
export const sqlOf = (handle: Reading): Kysely<Schema> => handle[sql];

/* oxlint-disable typescript/no-explicit-any -- the table is known at run time only */
/** The same for tables that a descriptor names. */
export const anyTable = (database: Kysely<Schema>): Kysely<any> => database;
export const anyTableOf = (handle: Reading): Kysely<any> => handle[sql];
/* oxlint-enable typescript/no-explicit-any */
