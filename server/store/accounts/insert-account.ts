import type { Language } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';
import { sqlOf, type Writing } from '../core/handles.ts';
import { ownersOfEmails } from './accounts.ts';

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
export async function insertAccount(trx: Writing, account: NewAccount): Promise<number | null> {
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
