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
  readonly scopes: TouchedScopes;
  /** Told to those who are connected once it is committed. */
  readonly news: NewsToCome;
}

/** What a write counts before it adds to it: of those that name the same lock, one begins when the other has ended. */
export type LockName = `lock ${string}`;

/**
 * The scopes of the change feed that a write is going to touch, none for one that the feed hears nothing of, and the locks that it needs beside
 * them. `as-found` where only the rows that it reads tell them: what is read before the transaction need not be true in it.
 */
export type TouchedScopes = readonly (Scope | LockName)[] | 'as-found';

export const readingBy = (database: Kysely<Schema>): Reading => ({ [sql]: database });

export const writingBy = (transaction: Kysely<Schema>, scopes: TouchedScopes, news: NewsToCome): Writing => ({
  [sql]: transaction,
  scopes,
  news,
});

/** Where SQL begins: for the store alone, and for tests that look past it. */
export const sqlOf = (handle: Reading): Kysely<Schema> => handle[sql];

/* oxlint-disable typescript/no-explicit-any -- the table is known at run time only */
/** The same for tables that a descriptor names. */
export const anyTable = (database: Kysely<Schema>): Kysely<any> => database;
export const anyTableOf = (handle: Reading): Kysely<any> => handle[sql];
/* oxlint-enable typescript/no-explicit-any */
