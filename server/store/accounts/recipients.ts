import type { Language } from '../../../contract/languages.ts';
import { holdAccount } from './account-lock.ts';
import { type Reading, sqlOf, type Writing } from '../core/handles.ts';

/** Somebody who is written to. */
export interface Recipient {
  readonly id: number;
  readonly name: string;
  readonly isVerified: boolean;
  readonly language: Language | null;
}

const columns = ['id', 'name', 'email', 'email_verified', 'language'] as const;

/** Returns the person of this address (in lower case), be it the one that they show or the one that opens their account. */
export async function findRecipient(db: Reading, address: string): Promise<Recipient | null> {
  const row = await sqlOf(db)
    .selectFrom('users')
    .select(columns)
    .where((is) => is.or([is('email', '=', address), is('sign_in_email', '=', address)]))
    .executeTakeFirst();
  if (!row) return null;
  return { id: row.id, name: row.name, isVerified: row.email === address && row.email_verified === 1, language: row.language };
}

/** Returns the address that opens somebody's account; null for somebody who is gone. */
export async function signInAddressOf(db: Reading, userId: number): Promise<string | null> {
  const row = await sqlOf(db).selectFrom('users').select(['email', 'sign_in_email']).where('id', '=', userId).executeTakeFirst();
  return row ? (row.sign_in_email ?? row.email) : null;
}

/** The address that somebody is written to; null for somebody who is gone. */
export async function addressOf(db: Reading, userId: number): Promise<string | null> {
  return (await sqlOf(db).selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email ?? null;
}

/** The language that somebody's app was in when they were last heard of. */
export async function noteLanguage(trx: Writing, userId: number, language: Language): Promise<void> {
  await sqlOf(trx)
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where((is) => is.or([is('language', 'is', null), is('language', '!=', language)]))
    .execute();
}

/** An address is whose it is said to be. */
export async function markVerified(trx: Writing, userId: number): Promise<void> {
  holdAccount(trx, userId);
  await sqlOf(trx)
    .updateTable('users')
    .set((is) => ({ email_verified: 1, version: is('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}
