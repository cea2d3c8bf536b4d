import type { Language } from '#contract/languages.ts';
import { lockAccount } from './account-lock.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';

export interface Recipient {
  readonly id: number;
  readonly name: string;
  readonly isVerified: boolean;
  readonly language: Language | null;
}

const columns = ['id', 'name', 'email', 'email_verified', 'language'] as const;

/** Returns the user with this address (in lower case), shown or opening the account, or null. */
export async function findRecipient(db: ReadHandle, address: string): Promise<Recipient | null> {
  const row = await sqlOf(db)
    .selectFrom('users')
    .select(columns)
    .where((is) => is.or([is('email', '=', address), is('sign_in_email', '=', address)]))
    .executeTakeFirst();
  if (!row) return null;
  return { id: row.id, name: row.name, isVerified: row.email === address && row.email_verified === 1, language: row.language };
}

/** Returns the address that opens the account, or null if the account was deleted. */
export async function signInAddressOf(db: ReadHandle, userId: number): Promise<string | null> {
  const row = await sqlOf(db).selectFrom('users').select(['email', 'sign_in_email']).where('id', '=', userId).executeTakeFirst();
  return row ? (row.sign_in_email ?? row.email) : null;
}

/** Returns the address for mails to the user, or null if the account was deleted. */
export async function addressOf(db: ReadHandle, userId: number): Promise<string | null> {
  return (await sqlOf(db).selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email ?? null;
}

/** Stores the language that the user's app used last. */
export async function storeLanguage(trx: WriteHandle, userId: number, language: Language): Promise<void> {
  await sqlOf(trx)
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where((is) => is.or([is('language', 'is', null), is('language', '!=', language)]))
    .execute();
}

export async function markVerified(trx: WriteHandle, userId: number): Promise<void> {
  lockAccount(trx, userId);
  await sqlOf(trx)
    .updateTable('users')
    .set((is) => ({ email_verified: 1, version: is('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}
