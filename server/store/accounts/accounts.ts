import type { ExpressionBuilder } from 'kysely';
import { chunksOf } from '../core/chunks.ts';
import { nobody } from './erase.ts';
import { type Reading, sqlOf, type Writing } from '../core/handles.ts';
import type { Schema } from '../core/schema.ts';

/** What signing in needs to know about a person. */
export interface Account {
  readonly id: number;
  readonly passwordHash: string;
  /** The secret of the second factor as it is kept: `wrapped-secret.ts` of the services unwraps it. */
  readonly totpSecret: string | null;
}

/** Returns whether an address opens an account: a new one that is not confirmed and proved does not yet. */
export const opensAccount = (is: ExpressionBuilder<Schema, 'users'>, email: string) =>
  is.or([is('sign_in_email', '=', email), is.and([is('sign_in_email', 'is', null), is('email', '=', email)])]);

/** `email` in lower case, as it is stored. */
export async function findAccount(db: Reading, email: string): Promise<Account | null> {
  const row = await sqlOf(db)
    .selectFrom('users')
    .select(['id', 'password_hash', 'totp_secret'])
    .where((is) => opensAccount(is, email))
    .executeTakeFirst();
  return row ? { id: row.id, passwordHash: row.password_hash, totpSecret: row.totp_secret } : null;
}

export interface OwnAccount extends Account {
  /** The address that opens the account. */
  readonly email: string;
}

/** A person's own account; null for somebody who is gone. */
export async function readAccount(db: Reading, id: number): Promise<OwnAccount | null> {
  const row = await sqlOf(db)
    .selectFrom('users')
    .select(['id', 'password_hash', 'totp_secret'])
    .select((is) => is.fn.coalesce('sign_in_email', 'email').as('email'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { id: row.id, email: row.email, passwordHash: row.password_hash, totpSecret: row.totp_secret } : null;
}

/** Returns whether somebody has an account of this number. */
export async function findPerson(db: Reading, id: number): Promise<boolean> {
  const found = await sqlOf(db).selectFrom('users').select('id').where('id', '=', id).where('id', '!=', nobody).executeTakeFirst();
  return found !== undefined;
}

/** All who have an account, with what they are found by. */
export function listPeople(db: Reading): Promise<{ userId: number; name: string; email: string }[]> {
  return sqlOf(db).selectFrom('users').select(['id as userId', 'name', 'email']).where('id', '!=', nobody).execute();
}

/** The addresses that open accounts. */
export function addressesOfAccounts(db: Reading): Promise<{ id: number; email: string }[]> {
  return sqlOf(db)
    .selectFrom('users')
    .select((is) => ['id', is.fn.coalesce('sign_in_email', 'email').as('email')])
    .where('id', '!=', nobody)
    .execute();
}

/** What these people are called. */
export async function namesOf(db: Reading, ids: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const chunk of chunksOf(ids)) {
    for (const { id, name } of await sqlOf(db).selectFrom('users').select(['id', 'name']).where('id', 'in', chunk).execute())
      names.set(id, name);
  }
  return names;
}

/** Whose these addresses (in lower case) are; one that is nobody's is left out. */
export async function ownersOfEmails(db: Reading, emails: readonly string[]): Promise<Map<string, number>> {
  const owners = new Map<string, number>();
  for (const chunk of chunksOf(emails)) {
    const rows = await sqlOf(db)
      .selectFrom('users')
      .select(['id', 'email', 'sign_in_email'])
      .where((is) => is.or([is('email', 'in', chunk), is('sign_in_email', 'in', chunk)]))
      .execute();
    for (const { id, email, sign_in_email } of rows)
      for (const address of [email, sign_in_email]) if (address !== null) owners.set(address, id);
  }
  return owners;
}

/**
 * Marks a TOTP step (RFC 6238, section 5.2) as used; false where it, or a later one, was used before, or the secret is another one by now. One
 * statement, so that one wins.
 */
export async function spendTotpStep(
  trx: Writing,
  { userId, secret, step }: { userId: number; secret: string; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await sqlOf(trx)
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where('totp_secret', '=', secret)
    .where((is) => is.or([is('totp_last_step', 'is', null), is('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function hasAccounts(db: Reading): Promise<boolean> {
  return (await sqlOf(db).selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns how many accounts there are, and how many of them were created since a time (ms since the epoch). */
export async function countAccounts(db: Reading, since: number): Promise<{ all: number; created: number }> {
  const accounts = sqlOf(db).selectFrom('users').where('id', '!=', nobody);
  const count = async (some: typeof accounts): Promise<number> =>
    (await some.select((is) => is.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  return { all: await count(accounts), created: await count(accounts.where('created_at', '>=', since)) };
}
