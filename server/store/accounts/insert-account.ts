import type { Language } from '../../../contract/languages.ts';
import type { Role } from '../../../contract/roles.ts';
import { sqlOf, type Writing } from '../core/handles.ts';
import { ownersOfEmails } from './accounts.ts';

export interface NewAccount {
  /** In lower case. */
  readonly email: string;
  readonly passwordHash: string;
  /** The event that they are active in at first. */
  readonly activeEventId: number | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Empty where they have not said it yet, like the following. */
  readonly name?: string;
  /** The link of a picture. */
  readonly image?: string | null;
  readonly role?: Role;
  /** Base32. */
  readonly totpSecret?: string | null;
  /** Whether anybody vouches for the address. */
  readonly emailVerified?: boolean;
  /** That they are written to in. */
  readonly language?: Language | null;
}

/** Makes an account; gives its id, or null where the address has one. */
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
  // The address before a change that is not settled yet.
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
