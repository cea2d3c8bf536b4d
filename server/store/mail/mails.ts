import { randomUUID } from 'node:crypto';
import type { Language } from '../../../contract/languages.ts';
import { type Reading, sqlOf, type Writing } from '../core/handles.ts';
import type { MailKind } from '../core/schema.ts';

export type { MailKind };

export interface NewMail {
  readonly kind: MailKind;
  /** In lower case. */
  readonly address: string;
  /** Null where all that is known is an address that somebody typed. */
  readonly userId: number | null;
  /** That of whoever causes it, where it is known. */
  readonly language: Language | null;
  /** The event that it is about. */
  readonly eventId?: number | null;
}

/** Who takes mails names it: of one address one alone is taken, by whichever process. */
export const mailsLock = 'lock mails';

/** A mail that is being sent. Times are milliseconds since the epoch. */
export interface DueMail extends NewMail {
  readonly id: string;
  /** This attempt included. */
  readonly attempts: number;
  readonly createdAt: number;
  /** From then on it is for others to take. */
  readonly takenUntil: number;
}

/** Has a mail go out once this is committed. One of its kind and event to the same address that waits still is not needed any more. */
export async function insertMail(trx: Writing, { kind, address, userId, language, eventId = null }: NewMail, now: number): Promise<void> {
  const earlier = sqlOf(trx).deleteFrom('mails').where('kind', '=', kind).where('address', '=', address).where('state', '=', 'waiting');
  await earlier.where('event_id', eventId === null ? 'is' : '=', eventId).execute();
  await sqlOf(trx)
    .insertInto('mails')
    .values({
      id: randomUUID(),
      user_id: userId,
      event_id: eventId,
      kind,
      address,
      language,
      state: 'waiting',
      attempts: 0,
      next_at: now,
      created_at: now,
    })
    .execute();
}

/** How many due mails are looked at: several may be to one address. */
const lookedAt = 200;

/** Those that have a mail under way, after `since` still (ms since the epoch). */
const addressesUnderWay = (db: Reading, since: number) =>
  sqlOf(db).selectFrom('mails').select('address').where('state', '=', 'sending').where('next_at', '>', since);

/**
 * Takes up to `limit` mails that are due, each to another address and none to one that has a mail under way. Until `now + lease` (ms) nobody
 * takes them again; whoever has not settled them by then is gone, and did not hear what became of them.
 */
export async function claimMails(trx: Writing, { now, lease, limit }: { now: number; lease: number; limit: number }): Promise<DueMail[]> {
  const rows = await sqlOf(trx)
    .selectFrom('mails')
    .selectAll()
    .where('state', '!=', 'failed')
    .where('next_at', '<=', now)
    .where('address', 'not in', addressesUnderWay(trx, now))
    .orderBy('created_at')
    .orderBy('id')
    .limit(lookedAt)
    .execute();
  const taken = new Set<string>();
  const due = rows.filter(({ address }) => !taken.has(address) && taken.add(address)).slice(0, limit);
  if (due.length === 0) return [];
  const takenUntil = now + lease;
  await sqlOf(trx)
    .updateTable('mails')
    .set((is) => ({ state: 'sending', attempts: is('attempts', '+', 1), next_at: takenUntil }))
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute();
  return due.map(({ id, kind, address, language, attempts, user_id: userId, event_id: eventId, created_at: createdAt }) => ({
    id,
    kind,
    address,
    userId,
    eventId,
    language,
    attempts: attempts + 1,
    createdAt,
    takenUntil,
  }));
}

/** What became of a mail: it is out of our hands, given up, or to be tried again at a time (ms since the epoch). */
export type MailResult = 'done' | 'failed' | { readonly retryAt: number };

/**
 * Of one that was given up it is kept for a while that it was, and not whose. Where somebody else has taken it since, they say what becomes of it,
 * and this changes nothing.
 */
export async function settleMail(trx: Writing, { id, attempts }: Pick<DueMail, 'id' | 'attempts'>, result: MailResult): Promise<void> {
  if (result === 'done') {
    await sqlOf(trx).deleteFrom('mails').where('id', '=', id).where('state', '=', 'sending').where('attempts', '=', attempts).execute();
    return;
  }
  const change =
    result === 'failed'
      ? { state: result, address: '', user_id: null, event_id: null }
      : { state: 'waiting' as const, next_at: result.retryAt };
  await sqlOf(trx)
    .updateTable('mails')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute();
}

/** When the next mail is due (ms since the epoch), where it waits for no other; null where none is. */
export async function nextMailAt(db: Reading): Promise<number | null> {
  const next = await sqlOf(db)
    .selectFrom('mails')
    .select('next_at')
    .where('state', '!=', 'failed')
    .where((is) => is.or([is('state', '=', 'sending'), is('address', 'not in', addressesUnderWay(db, 0))]))
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  return next?.next_at ?? null;
}

/** How many are on their way, and how many were given up of late. */
export async function countMails(db: Reading): Promise<{ waiting: number; failed: number }> {
  const rows = await sqlOf(db)
    .selectFrom('mails')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const failed = rows.find(({ state }) => state === 'failed')?.count ?? 0;
  return { waiting: rows.reduce((sum, { count }) => sum + count, 0) - failed, failed };
}

/** Forgets that mails were given up which were made before `time` (ms since the epoch). */
export async function deleteFailedMailsBefore(trx: Writing, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('mails').where('state', '=', 'failed').where('created_at', '<', time).execute();
}
