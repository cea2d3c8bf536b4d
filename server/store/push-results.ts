import type { DueJob } from './push-jobs.ts';
import type { Database, Trx } from './schema.ts';
import { untilUnlocked } from './until-unlocked.ts';

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
