import type { Database } from './schema.ts';
import { untilUnlocked } from './until-unlocked.ts';

/** What signing in needs to know about a person. */
export interface Account {
  readonly id: number;
  readonly passwordHash: string;
  readonly totpSecret: string | null;
}

/** `email` in lower case, as it is stored. */
export async function findAccount(db: Database, email: string): Promise<Account | null> {
  const row = await db.selectFrom('users').select(['id', 'password_hash', 'totp_secret']).where('email', '=', email).executeTakeFirst();
  return row ? { id: row.id, passwordHash: row.password_hash, totpSecret: row.totp_secret } : null;
}

/** Marks a TOTP step (RFC 6238, section 5.2) as used; false where it, or a later one, was used before. One statement, so that one wins. */
export async function spendTotpStep(db: Database, userId: number, step: number): Promise<boolean> {
  const spending = db
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where((is) => is.or([is('totp_last_step', 'is', null), is('totp_last_step', '<', step)]));
  const { numUpdatedRows } = await untilUnlocked(() => spending.executeTakeFirst());
  return numUpdatedRows > 0n;
}

export async function hasAccounts(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
