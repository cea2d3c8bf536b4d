import { insertMembership } from '../rows/memberships.ts';
import type { Trx } from '../engine/schema.ts';

export interface NewAccount {
  /** In lower case. */
  readonly email: string;
  readonly passwordHash: string;
  /** The event that they take part in, and are active in at first. */
  readonly eventId: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Makes an account and takes it into an event; gives its id, or null where the address has one. */
export async function insertAccount(trx: Trx, { email, passwordHash, eventId, now }: NewAccount): Promise<number | null> {
  const inserted = await trx
    .insertInto('users')
    .values({
      email,
      name: '',
      role: 'user',
      password_hash: passwordHash,
      active_event_id: eventId,
      email_verified: 0,
      version: 1,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return null;
  await insertMembership(trx, inserted.id, eventId);
  return inserted.id;
}
