import { times } from '../../contract/limits.ts';
import type { Clock } from '../context.ts';
import { deleteEndedJobsBefore } from '../store/push-jobs.ts';
import { deleteReceiptsBefore, deleteTombstonesBefore } from '../store/purge.ts';
import type { Store } from '../store/store.ts';

const purgeInterval = 6 * times.hour;

/** Forgets what nobody may ask for any more: old receipts, tombstones whose readers start over, and pushes that are history. */
export async function purge(store: Store, clock: Clock): Promise<void> {
  const now = clock.now();
  await deleteReceiptsBefore(store.db, now - times.receiptLife);
  await deleteTombstonesBefore(store.db, now - times.tombstoneLife);
  await deleteEndedJobsBefore(store.db, now - times.receiptLife);
}

export interface PurgeDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: { error(details: object, message: string): void };
}

/** Purges now and every six hours, until the answered function is called; that one resolves when no purge is under way. */
export function startPurging({ store, clock, log }: PurgeDeps): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = running.then(() => purge(store, clock)).catch((error: unknown) => log.error({ err: error }, 'purge failed'));
  };
  run();
  const timer = setInterval(run, purgeInterval).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
