import type { ExpressionBuilder } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';
import { chunksOf } from '../core/chunks.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import type { Schema } from '../core/schema.ts';
import { erasedAccountId } from './erase.ts';

export interface Account {
  readonly id: number;
  readonly passwordHash: string;
  /** The secret of the second factor as stored; `wrapped-secret.ts` of the services unwraps it. */
  readonly totpSecret: string | null;
}

/** Returns whether an address opens an account. A new address does not until it is confirmed and proved. */
export const opensAccount = (is: ExpressionBuilder<Schema, 'users'>, email: string) =>
  is.or([is('sign_in_email', '=', email), is.and([is('sign_in_email', 'is', null), is('email', '=', email)])]);

/** Returns the account that an address (in lower case) opens, or null. */
export async function findAccount(db: ReadHandle, email: string): Promise<Account | null> {
  const row = await sqlOf(db)
    .selectFrom('users')
    .select(['id', 'password_hash', 'totp_secret'])
    .where((is) => opensAccount(is, email))
    .executeTakeFirst();
  return row ? { id: row.id, passwordHash: row.password_hash, totpSecret: row.totp_secret } : null;
}

export interface OwnAccount extends Account {
  readonly email: string;
}

export async function readAccount(db: ReadHandle, id: number): Promise<OwnAccount | null> {
  const row = await sqlOf(db)
    .selectFrom('users')
    .select(['id', 'password_hash', 'totp_secret'])
    .select((is) => is.fn.coalesce('sign_in_email', 'email').as('email'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { id: row.id, email: row.email, passwordHash: row.password_hash, totpSecret: row.totp_secret } : null;
}

export async function findPerson(db: ReadHandle, id: number): Promise<boolean> {
  const found = await sqlOf(db).selectFrom('users').select('id').where('id', '=', id).where('id', '!=', erasedAccountId).executeTakeFirst();
  return found !== undefined;
}

/** Returns all accounts with the fields by which people are searched. */
export function listPeople(db: ReadHandle): Promise<{ userId: number; name: string; email: string }[]> {
  return sqlOf(db).selectFrom('users').select(['id as userId', 'name', 'email']).where('id', '!=', erasedAccountId).execute();
}

export function addressesOfAccounts(db: ReadHandle): Promise<{ id: number; email: string }[]> {
  return sqlOf(db)
    .selectFrom('users')
    .select((is) => ['id', is.fn.coalesce('sign_in_email', 'email').as('email')])
    .where('id', '!=', erasedAccountId)
    .execute();
}

export async function namesOf(db: ReadHandle, ids: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const chunk of chunksOf(ids)) {
    for (const { id, name } of await sqlOf(db).selectFrom('users').select(['id', 'name']).where('id', 'in', chunk).execute())
      names.set(id, name);
  }
  return names;
}

/** Returns the owners of these addresses (in lower case); addresses without an owner are left out. */
export async function ownersOfEmails(db: ReadHandle, emails: readonly string[]): Promise<Map<string, number>> {
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
 * Marks a TOTP step as used (RFC 6238, section 5.2). Returns false if this or a later step was used before, or the secret was replaced. It
 * is one statement, so that one of two concurrent calls wins.
 */
export async function spendTotpStep(
  trx: WriteHandle,
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

export async function hasAccounts(db: ReadHandle): Promise<boolean> {
  return (await sqlOf(db).selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the number of accounts, and of those created since a time (ms since the epoch). */
export async function countAccounts(db: ReadHandle, since: number): Promise<{ all: number; created: number }> {
  const accounts = sqlOf(db).selectFrom('users').where('id', '!=', erasedAccountId);
  const count = async (some: typeof accounts): Promise<number> =>
    (await some.select((is) => is.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  return { all: await count(accounts), created: await count(accounts.where('created_at', '>=', since)) };
}

export interface NewAccount {
  readonly email: string;
  readonly passwordHash: string;
  readonly activeEventId: number | null;
  readonly now: number;
  /** Empty until the user gives one. */
  readonly name?: string;
  readonly image?: string | null;
  readonly role?: Role;
  /** Base32. */
  readonly totpSecret?: string | null;
  /** True if the address was verified, or an operator vouches for it. */
  readonly emailVerified?: boolean;
  /** The language of mails to them. */
  readonly language?: Language | null;
}

/** Creates an account; returns its id, or null if the address is taken. */
export async function insertAccount(trx: WriteHandle, account: NewAccount): Promise<number | null> {
  const {
    email,
    passwordHash,
    activeEventId,
    now,
    name = '',
    image = null,
    role = 'user',
    totpSecret = null,
    emailVerified = false,
    language = null,
  } = account;
  // Also the address before a pending change: the unique column does not cover it.
  if ((await ownersOfEmails(trx, [email])).size > 0) return null;
  const inserted = await sqlOf(trx)
    .insertInto('users')
    .values({
      email,
      name,
      image,
      role,
      password_hash: passwordHash,
      totp_secret: totpSecret,
      active_event_id: activeEventId,
      email_verified: emailVerified ? 1 : 0,
      language,
      version: 1,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/** Returns texts that others know about a person: name, parts of the address, titles of their events. */
export async function personalWordsOf(db: ReadHandle, userId: number): Promise<string[]> {
  const person = await sqlOf(db).selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst();
  const events = await sqlOf(db)
    .selectFrom('memberships')
    .innerJoin('events', 'events.id', 'memberships.event_id')
    .select('events.title')
    .where('memberships.user_id', '=', userId)
    .execute();
  return person ? [person.name, ...person.email.split('@'), ...events.map(({ title }) => title)] : [];
}
