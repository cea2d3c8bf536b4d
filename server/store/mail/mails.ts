import { randomUUID } from 'node:crypto';
import type { Language } from '#contract/languages.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import type { MailKind } from '../core/schema.ts';

export type { MailKind };

export interface NewMail {
  readonly kind: MailKind;
  readonly address: string;
  /** Null if only an address is known. */
  readonly userId: number | null;
  /** The language of the person who causes it, if known. */
  readonly language: Language | null;
  readonly eventId?: number | null;
}

/** The lock of writes that claim mails, so that only one mail per address is sent at a time, by any process. */
export const mailsLock = 'lock mails';

/** A claimed mail. Times are milliseconds since the epoch. */
export interface DueMail extends NewMail {
  readonly id: string;
  /** Includes this attempt. */
  readonly attempts: number;
  readonly createdAt: number;
  /** When the lease ends and others may claim it. */
  readonly takenUntil: number;
}

/** Stores a mail that is sent after the commit. It replaces a pending one of the same kind and event to the same address. */
export async function insertMail(
  trx: WriteHandle,
  { kind, address, userId, language, eventId = null }: NewMail,
  now: number,
): Promise<void> {
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

/** Due mails that are read; several may have the same address. */
const lookedAt = 200;

/** The addresses with a mail that is being sent, with a lease beyond `since` (ms since the epoch). */
const addressesInFlight = (db: ReadHandle, since: number) =>
  sqlOf(db).selectFrom('mails').select('address').where('state', '=', 'sending').where('next_at', '>', since);

/**
 * Claims up to `limit` due mails, one per address and none for an address with a mail in progress, until `now + lease` (ms). A process that
 * has not settled them by then is assumed dead, with an unknown result.
 */
export async function claimMails(
  trx: WriteHandle,
  { now, lease, limit }: { now: number; lease: number; limit: number },
): Promise<DueMail[]> {
  const rows = await sqlOf(trx)
    .selectFrom('mails')
    .selectAll()
    .where('state', '!=', 'failed')
    .where('next_at', '<=', now)
    .where('address', 'not in', addressesInFlight(trx, now))
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

/** The result of a mail: sent, given up, or to be retried at a time (ms since the epoch). */
export type MailResult = 'done' | 'failed' | { readonly retryAt: number };

/**
 * Stores the result of a claimed mail. A failed mail is kept for a while without its address. If another process has claimed the mail
 * since, nothing changes.
 */
export async function settleMail(trx: WriteHandle, { id, attempts }: Pick<DueMail, 'id' | 'attempts'>, result: MailResult): Promise<void> {
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

/** Returns when the next mail is due (ms since the epoch) that is not blocked by another one; null if there is none. */
export async function nextMailAt(db: ReadHandle): Promise<number | null> {
  const next = await sqlOf(db)
    .selectFrom('mails')
    .select('next_at')
    .where('state', '!=', 'failed')
    .where((is) => is.or([is('state', '=', 'sending'), is('address', 'not in', addressesInFlight(db, 0))]))
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  return next?.next_at ?? null;
}

export async function countMails(db: ReadHandle): Promise<{ waiting: number; failed: number }> {
  const rows = await sqlOf(db)
    .selectFrom('mails')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const failed = rows.find(({ state }) => state === 'failed')?.count ?? 0;
  return { waiting: rows.reduce((sum, { count }) => sum + count, 0) - failed, failed };
}

/** Deletes the failed mails created before `time` (ms since the epoch). */
export async function deleteFailedMailsBefore(trx: WriteHandle, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('mails').where('state', '=', 'failed').where('created_at', '<', time).execute();
}
