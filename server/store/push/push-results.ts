import { sql } from 'kysely';
import { type DueJob, ended } from './push-jobs.ts';
import { largerOf } from '../core/dialect.ts';
import { sqlOf, type WriteHandle } from '../core/handles.ts';

/** The result of a job: sent, dropped, to be retried at a time (ms since the epoch), or rejected because the device has unsubscribed. */
export type JobResult = 'sent' | 'dropped' | 'device-gone' | { readonly retryAt: number };

export interface Settled {
  readonly job: DueJob;
  readonly result: JobResult;
  readonly isAnswered: boolean;
}

/** Stores the results. A job that was dropped or claimed again since is left as it is. */
export async function settleJobs(trx: WriteHandle, results: readonly Settled[]): Promise<void> {
  if (results.length === 0) return;
  const ids = results.map(({ job }) => job.id);
  const sending = await sqlOf(trx)
    .selectFrom('push_jobs')
    .select(['id', 'attempts'])
    .where('id', 'in', ids)
    .where('state', '=', 'sending')
    .execute();
  const attempts = new Map(sending.map((job) => [job.id, job.attempts]));
  for (const { job, result, isAnswered } of results) {
    await noteAnswer(trx, job.subscriptionId, isAnswered);
    if (result === 'device-gone') await deleteDevice(trx, job.subscriptionId);
    else if (attempts.get(job.id) === job.attempts) await settle(trx, job, result);
  }
}

async function noteAnswer(trx: WriteHandle, id: number, isAnswered: boolean): Promise<void> {
  const devices = sqlOf(trx).updateTable('push_subscriptions').where('id', '=', id);
  // Avoids a write if the endpoint always answers.
  if (isAnswered) await devices.set({ timeouts: 0 }).where('timeouts', '>', 0).execute();
  else await devices.set((is) => ({ timeouts: is('timeouts', '+', 1) })).execute();
}

async function deleteDevice(trx: WriteHandle, id: number): Promise<void> {
  await sqlOf(trx).deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

async function settle(trx: WriteHandle, job: DueJob, result: Exclude<JobResult, 'device-gone'>): Promise<void> {
  if (typeof result === 'object') await tryAgain(trx, job, result.retryAt);
  else await sqlOf(trx).updateTable('push_jobs').set(ended(result)).where('id', '=', job.id).execute();
}

/** Makes a job pending again. If a newer one of its topic is pending, that one covers both, not before `retryAt`. */
async function tryAgain(trx: WriteHandle, { id, attempts }: DueJob, retryAt: number): Promise<void> {
  const { numUpdatedRows } = await sqlOf(trx)
    .updateTable('push_jobs as newer')
    .from('push_jobs as job')
    .set((is) => ({
      count: is('newer.count', '+', is.ref('job.count')),
      attempts,
      next_at: largerOf(sql<number>`newer.next_at`, sql<number>`${retryAt}`),
    }))
    .where('job.id', '=', id)
    .whereRef('newer.topic', '=', 'job.topic')
    .whereRef('newer.subscription_id', '=', 'job.subscription_id')
    .where('newer.state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  const change = numUpdatedRows > 0n ? ended('dropped') : { state: 'waiting' as const, next_at: retryAt };
  await sqlOf(trx).updateTable('push_jobs').set(change).where('id', '=', id).execute();
}
