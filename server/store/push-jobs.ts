import { sql } from 'kysely';
import type { NotificationSettings } from '../../contract/resources/notifications.ts';
import { isWithdrawn } from './announcement-pushes.ts';
import type { Language } from './push-subscriptions.ts';
import type { Database, Trx } from './schema.ts';
import { untilUnlocked } from './until-unlocked.ts';

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
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface NewJobs {
  readonly eventId: number;
  readonly language: Language;
  /** Which of their settings has to be on. */
  readonly setting: keyof Omit<NotificationSettings, 'id' | 'version'>;
  /** Whose own devices are left out. */
  readonly exceptUserId: number | null;
  readonly subject: string;
  readonly payload: string;
}

/** A job for every device that is signed in, in this language, of the members of an event who want it; one that has it gets no other. */
export async function insertJobs(trx: Trx, jobs: NewJobs, now: number): Promise<void> {
  await trx
    .insertInto('push_jobs')
    .columns(['subscription_id', 'subject', 'payload', 'state', 'attempts', 'next_at', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('push_subscriptions as device')
        .innerJoin('sessions', 'sessions.id', 'device.session_id')
        .innerJoin('memberships', 'memberships.user_id', 'device.user_id')
        .leftJoin('notification_settings as settings', 'settings.id', 'device.user_id')
        .select((is) => [
          'device.id',
          is.val(jobs.subject).as('subject'),
          is.val(jobs.payload).as('payload'),
          is.val('waiting' as const).as('state'),
          is.lit(0).as('attempts'),
          is.val(now).as('next_at'),
          is.val(now).as('created_at'),
        ])
        .where('memberships.event_id', '=', jobs.eventId)
        .where('device.language', '=', jobs.language)
        .where('device.user_id', '!=', jobs.exceptUserId ?? 0)
        .where('sessions.revoked_at', 'is', null)
        .where('sessions.expires_at', '>', now)
        // Who never changed a setting has no record, and everything on.
        .where((is) => is(is.fn.coalesce(`settings.${jobs.setting}`, sql.lit(1)), '=', 1)),
    )
    .onConflict((conflict) => conflict.columns(['subscription_id', 'subject']).doNothing())
    .execute();
}

/** Takes up to `limit` jobs that are due, and marks them before they are sent: whatever happens then, nobody takes them again. */
export function claimJobs(db: Database, { now, limit }: { now: number; limit: number }): Promise<DueJob[]> {
  return untilUnlocked(() => db.transaction().execute((trx) => claim(trx, now, limit)));
}

async function claim(trx: Trx, now: number, limit: number): Promise<DueJob[]> {
  const due = await trx
    .selectFrom('push_jobs as job')
    .innerJoin('push_subscriptions as device', 'device.id', 'job.subscription_id')
    .select(['job.id', 'job.subscription_id', 'job.subject', 'job.topic', 'job.attempts', 'job.created_at'])
    .select(['job.payload', 'job.payload_of_many', 'job.count'])
    .select(['device.endpoint', 'device.p256dh', 'device.auth'])
    .where('job.state', '=', 'waiting')
    .where('job.next_at', '<=', now)
    .where((is) => is.not(isWithdrawn))
    .orderBy('job.next_at')
    .orderBy('job.id')
    .limit(limit)
    .execute();
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  await trx
    .updateTable('push_jobs')
    .set((is) => ({ state: 'sending', attempts: is('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
  return due.map(({ subscription_id: subscriptionId, created_at: createdAt, payload_of_many: ofMany, ...job }) => ({
    id: job.id,
    subscriptionId,
    topic: job.topic ?? job.subject,
    payload: job.count > 1 && ofMany !== null ? ofMany.replace('{{count}}', String(job.count)) : job.payload,
    attempts: job.attempts + 1,
    createdAt,
    endpoint: job.endpoint,
    p256dh: job.p256dh,
    auth: job.auth,
  }));
}

/** What became of a job: `sent`, `dropped`, to be tried again at a time, or its device is gone for good. */
export type JobResult = 'sent' | 'dropped' | 'device-gone' | { readonly retryAt: number };

interface Settled {
  readonly job: DueJob;
  readonly result: JobResult;
}

export function settleJobs(db: Database, results: readonly Settled[]): Promise<void> {
  return untilUnlocked(() =>
    db.transaction().execute(async (trx) => {
      for (const settled of results) await settle(trx, settled);
    }),
  );
}

async function settle(trx: Trx, { job: { id, subscriptionId }, result }: Settled): Promise<void> {
  if (result === 'device-gone') {
    await trx.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute();
    return;
  }
  const change = typeof result === 'string' ? { state: result } : { state: 'waiting' as const, next_at: result.retryAt };
  await trx.updateTable('push_jobs').set(change).where('id', '=', id).execute();
}

/** When the next job is due; null where none waits for its time. */
export async function nextJobAt(db: Database): Promise<number | null> {
  const job = await db
    .selectFrom('push_jobs as job')
    .select('job.next_at')
    .where('job.state', '=', 'waiting')
    .where((is) => is.not(isWithdrawn))
    .orderBy('job.next_at')
    .limit(1)
    .executeTakeFirst();
  return job?.next_at ?? null;
}

/** Gives up jobs that a crash left half sent: they may have arrived. */
export async function dropInterruptedJobs(db: Database): Promise<void> {
  await untilUnlocked(() => db.updateTable('push_jobs').set({ state: 'dropped' }).where('state', '=', 'sending').execute());
}

/** Forgets jobs that were made before `time` (ms since the epoch), long after the last of them is news. */
export async function deleteJobsBefore(db: Database, time: number): Promise<void> {
  const deletion = db.deleteFrom('push_jobs').where('created_at', '<', time);
  await untilUnlocked(() => deletion.execute());
}
