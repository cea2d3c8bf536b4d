import type { Selectable } from 'kysely';
import { isWithdrawn } from './announcement-pushes.ts';
import { type Audience, devicesOf, isWanted } from './push-receivers.ts';
import type { Language } from '../../../contract/languages.ts';
import { ended } from './ended-job.ts';
import type { Messages } from './push-subscriptions.ts';
import { type Reading, sqlOf, type Writing } from '../core/handles.ts';
import type { PushJobsTable } from '../core/schema.ts';

/** Who looks at jobs to change them names it: what one of them takes or makes, the next one sees. */
export const pushJobsLock = 'lock push-jobs';

/** A message that is due, with the device that it goes to. Times are milliseconds since the epoch. */
export interface DueJob {
  readonly id: number;
  readonly subscriptionId: number;
  /** A newer message of the same topic takes the place of one that the device has not got yet. */
  readonly topic: string;
  readonly payload: string;
  /** This attempt included. */
  readonly attempts: number;
  readonly createdAt: number;
  /** From then on others take its sender for gone. */
  readonly takenUntil: number;
  readonly endpoint: string;
  readonly host: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface NewJobs extends Audience {
  /** Who is not told, because they caused it. */
  readonly except: number | null;
  readonly subject: string;
  readonly payload: Messages;
}

/** A job for every device that is to be told; one that has it gets no other. */
export async function insertJobs(trx: Writing, jobs: NewJobs, now: number): Promise<void> {
  await sqlOf(trx)
    .insertInto('push_jobs')
    .columns(['subscription_id', 'event_id', 'setting', 'subject', 'payload', 'state', 'attempts', 'next_at', 'created_at'])
    .expression(
      devicesOf(trx, jobs, now)
        .where('device.user_id', 'is distinct from', jobs.except)
        .select((is) => [
          'device.id',
          is.val(jobs.eventId).as('event_id'),
          is.val(jobs.setting).as('setting'),
          is.val(jobs.subject).as('subject'),
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

/** An endpoint that did not answer so often in a row is asked after all others. */
const oftenSilent = 2;

/**
 * Takes up to `limit` jobs that are due, and marks them before they are sent: whatever happens then, nobody takes them again. What was not settled
 * within `lease` (ms) is dropped, since it may have arrived, and so is what is not wanted any more by then. Takes none of the hosts in `busy`,
 * and endpoints that did not answer twice in a row last.
 */
export async function claimJobs(trx: Writing, { now, lease, limit, busy = [] }: Claim): Promise<DueJob[]> {
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
    .select(['job.id', 'job.subscription_id', 'job.subject', 'job.topic', 'job.attempts', 'job.created_at'])
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
  return due.map(({ subscription_id: subscriptionId, created_at: createdAt, ...job }) => ({
    id: job.id,
    subscriptionId,
    topic: job.topic ?? job.subject,
    payload: messageOf(job),
    attempts: job.attempts + 1,
    createdAt,
    takenUntil,
    endpoint: job.endpoint,
    host: job.host,
    p256dh: job.p256dh,
    auth: job.auth,
  }));
}

type Told = Pick<Selectable<PushJobsTable>, 'payload' | 'payload_of_many' | 'count'> & { readonly language: Language };

function messageOf({ payload, payload_of_many: ofMany, count, language }: Told): string {
  const isOfMany = count > 1 && ofMany !== null;
  const messages = JSON.parse(isOfMany ? ofMany : payload) as Messages;
  return isOfMany ? messages[language].replace('{{count}}', String(count)) : messages[language];
}

/** When the next job is due, or given up by who sends it; null where none is. */
export async function nextJobAt(db: Reading): Promise<number | null> {
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

/** Returns how many pushes wait or are being sent. */
export async function countWaitingPushes(db: Reading): Promise<number> {
  const { count } = await sqlOf(db)
    .selectFrom('push_jobs')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow();
  return count;
}

/** Forgets jobs that were made before `time` (ms since the epoch); of `news` only what tells that something was shared, which nothing tells again. */
export async function deleteJobsBefore(trx: Writing, time: number, of: 'all' | 'news' = 'all'): Promise<void> {
  const old = sqlOf(trx).deleteFrom('push_jobs').where('created_at', '<', time);
  await (of === 'news' ? old.where('topic', 'is not', null) : old).execute();
}
