import { type Expression, type Selectable, sql, type SqlBool } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '#server/store/core/handles.ts';
import type { PushJobsTable } from '#server/store/core/schema.ts';
import { chunksOf } from '../core/chunks.ts';
import { type Audience, devicesOf, isWanted } from './push-receivers.ts';
import type { Messages } from './push-subscriptions.ts';

/** The lock of writes that read jobs in order to change them, so that they see each other's changes. */
export const pushJobsLock = 'lock push-jobs';

/** A due push with its device. Times are milliseconds since the epoch. */
export interface DueJob {
  readonly id: number;
  readonly subscriptionId: number;
  /** A newer push of the same topic replaces an undelivered one. */
  readonly topic: string;
  readonly payload: string;
  /** Includes this attempt. */
  readonly attempts: number;
  readonly createdAt: number;
  /** When the push is no longer news; null for a day after its creation. */
  readonly expiresAt: number | null;
  /** The end of the sender's lease. */
  readonly takenUntil: number;
  readonly endpoint: string;
  readonly host: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface NewJobs extends Audience {
  /** The user who caused the push and does not receive it. */
  readonly except: number | null;
  readonly subject: string;
  readonly payload: Messages;
  /** Only people for whom this is true of `device.user_id`. */
  readonly of?: Expression<SqlBool>;
  /** A newer push of the same topic replaces an undelivered one; the default is the subject. */
  readonly topic?: string;
  /** The row whose deletion withdraws the push (`posts:0192…`). */
  readonly rowKey?: string;
  readonly expiresAt?: number;
}

/** Creates a job for every receiving device; one that already has the subject gets no other. */
export async function insertJobs(trx: WriteHandle, jobs: NewJobs, now: number): Promise<void> {
  await sqlOf(trx)
    .insertInto('push_jobs')
    .columns([
      'subscription_id',
      'event_id',
      'setting',
      'subject',
      'topic',
      'row_key',
      'expires_at',
      'payload',
      'state',
      'attempts',
      'next_at',
      'created_at',
    ])
    .expression(
      devicesOf(trx, jobs, now)
        .where('device.user_id', 'is distinct from', jobs.except)
        .where(jobs.of ?? sql<SqlBool>`1 = 1`)
        .select((is) => [
          'device.id',
          is.val(jobs.eventId).as('event_id'),
          is.val(jobs.setting).as('setting'),
          is.val(jobs.subject).as('subject'),
          is.val(jobs.topic ?? null).as('topic'),
          is.val(jobs.rowKey ?? null).as('row_key'),
          is.val(jobs.expiresAt ?? null).as('expires_at'),
          is.val(JSON.stringify(jobs.payload)).as('payload'),
          is.val('waiting' as const).as('state'),
          is.lit(0).as('attempts'),
          is.val(now).as('next_at'),
          is.val(now).as('created_at'),
        ]),
    )
    .onConflict((conflict) => conflict.columns(['subscription_id', 'subject']).doNothing())
    .execute();
}

interface Claim {
  readonly now: number;
  readonly lease: number;
  readonly limit: number;
  readonly busy?: readonly string[];
}

/** Endpoints with so many consecutive time-outs come last. */
const oftenSilent = 2;

/**
 * Claims up to `limit` due jobs before they are sent, so that none is sent twice. Drops unwanted jobs, and jobs that were not settled
 * within `lease` (ms), because they may have arrived. Skips hosts in `busy`; endpoints that timed out often come last.
 */
export async function claimJobs(trx: WriteHandle, { now, lease, limit, busy = [] }: Claim): Promise<DueJob[]> {
  await sqlOf(trx)
    .updateTable('push_jobs')
    .set(ended('dropped'))
    .where('state', '=', 'sending')
    .where('sending_until', '<=', now)
    .execute();
  await sqlOf(trx)
    .updateTable('push_jobs as job')
    .set(ended('dropped'))
    .where('job.state', '=', 'waiting')
    .where('job.next_at', '<=', now)
    .where((is) => is.not(isWanted(trx, now)))
    .execute();
  const due = await sqlOf(trx)
    .selectFrom('push_jobs as job')
    .innerJoin('push_subscriptions as device', 'device.id', 'job.subscription_id')
    .select(['job.id', 'job.subscription_id', 'job.subject', 'job.topic', 'job.attempts', 'job.created_at', 'job.expires_at'])
    .select(['job.payload', 'job.payload_of_many', 'job.count'])
    .select(['device.endpoint', 'device.host', 'device.p256dh', 'device.auth', 'device.language'])
    .where('job.state', '=', 'waiting')
    .where('job.next_at', '<=', now)
    .where((is) => is.not(isWithdrawn))
    .$if(busy.length > 0, (jobs) => jobs.where('device.host', 'not in', busy))
    .orderBy((is) => is.case().when('device.timeouts', '>=', oftenSilent).then(1).else(0).end())
    .orderBy('job.next_at')
    .orderBy('job.id')
    .limit(limit)
    .execute();
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const takenUntil = now + lease;
  await sqlOf(trx)
    .updateTable('push_jobs')
    .set((is) => ({ state: 'sending', attempts: is('attempts', '+', 1), sending_until: takenUntil }))
    .where('id', 'in', ids)
    .execute();
  return due.map(({ subscription_id: subscriptionId, created_at: createdAt, expires_at: expiresAt, ...job }) => ({
    id: job.id,
    subscriptionId,
    topic: job.topic ?? job.subject,
    payload: messageOf(job),
    attempts: job.attempts + 1,
    createdAt,
    expiresAt,
    takenUntil,
    endpoint: job.endpoint,
    host: job.host,
    p256dh: job.p256dh,
    auth: job.auth,
  }));
}

type StoredMessage = Pick<Selectable<PushJobsTable>, 'payload' | 'payload_of_many' | 'count'> & { readonly language: Language };

function messageOf({ payload, payload_of_many: ofMany, count, language }: StoredMessage): string {
  const isOfMany = count > 1 && ofMany !== null;
  const messages = JSON.parse(isOfMany ? ofMany : payload) as Messages;
  return isOfMany ? messages[language].replace('{{count}}', String(count)) : messages[language];
}

/** Returns when the next job is due or the next lease ends (ms since the epoch), or null. */
export async function nextJobAt(db: ReadHandle): Promise<number | null> {
  const waiting = await sqlOf(db)
    .selectFrom('push_jobs as job')
    .select('job.next_at as at')
    .where('job.state', '=', 'waiting')
    .where((is) => is.not(isWithdrawn))
    .orderBy('job.next_at')
    .limit(1)
    .executeTakeFirst();
  const sending = await sqlOf(db)
    .selectFrom('push_jobs')
    .select('sending_until as at')
    .where('state', '=', 'sending')
    .orderBy('sending_until')
    .limit(1)
    .executeTakeFirst();
  const next = Math.min(waiting?.at ?? Infinity, sending?.at ?? Infinity);
  return next === Infinity ? null : next;
}

export async function countWaitingPushes(db: ReadHandle): Promise<number> {
  const { count } = await sqlOf(db)
    .selectFrom('push_jobs')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow();
  return count;
}

/** Withdraws jobs of these rows for one person. Those in progress are only not repeated: they may have arrived. */
export async function withdrawJobs(trx: WriteHandle, userId: number, rowKeys: readonly string[]): Promise<void> {
  const devices = sqlOf(trx).selectFrom('push_subscriptions').select('id').where('user_id', '=', userId);
  for (const chunk of chunksOf(rowKeys)) {
    const waiting = sqlOf(trx).deleteFrom('push_jobs').where('state', '=', 'waiting');
    await waiting.where('row_key', 'in', chunk).where('subscription_id', 'in', devices).execute();
    const sending = sqlOf(trx).updateTable('push_jobs').set(ended('dropped')).where('state', '=', 'sending');
    await sending.where('row_key', 'in', chunk).where('subscription_id', 'in', devices).execute();
  }
}

/** Deletes jobs created before `time` (ms since the epoch); with `news` only those about shared rows, which never recur. */
export async function deleteJobsBefore(trx: WriteHandle, time: number, of: 'all' | 'news' = 'all'): Promise<void> {
  const old = sqlOf(trx).deleteFrom('push_jobs').where('created_at', '<', time);
  await (of === 'news' ? old.where('topic', 'is not', null) : old).execute();
}

/** The final state of a job, without its text, which may have to be deleted at any time. */
export const ended = (state: 'sent' | 'dropped') => ({ state, payload: '{}', payload_of_many: null });

/** Returns the subject of an announcement's pushes: a device receives it once, and a newer notification replaces the older one. */
export function announcementSubject(id: string): string {
  return `announcement-${id}`;
}

/**
 * True for a job (alias `job`) of an announcement that is not published any more. Such jobs stay pending because it may be published again.
 */
const isWithdrawn = sql<boolean>`(job.subject like 'announcement-%' and job.subject not in (
  select 'announcement-' || announcements.id from announcements where announcements.active = 1))`;

export async function updateAnnouncementPushes(trx: WriteHandle, id: string, payload: Messages): Promise<void> {
  await sqlOf(trx)
    .updateTable('push_jobs')
    .set({ payload: JSON.stringify(payload) })
    .where('subject', '=', announcementSubject(id))
    // Pushes in progress may have to be sent again.
    .where('state', 'in', ['waiting', 'sending'])
    .execute();
}
