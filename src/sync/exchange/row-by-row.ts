import type { FeedChange } from '#contract/endpoints/core.ts';
import { storageProblemOf } from '../device/storage.ts';

/** Receives the error of a row that cannot be stored. */
export type OnUnusable = (error: unknown) => void;

/** Stores rows in one transaction, and again row by row if one is unusable. Rejects if the storage fails. */
export async function storeUsable<T>(store: (onUnusable?: OnUnusable) => Promise<T>, onUnusable: OnUnusable): Promise<T> {
  return store().catch((error: unknown) => {
    if (storageProblemOf(error) !== null) throw error;
    return store(onUnusable);
  });
}

/** Stores changes at once; with `onUnusable` one by one, without those that cannot be stored. */
export async function storeEach(
  changes: readonly FeedChange[],
  store: (some: readonly FeedChange[]) => Promise<void>,
  onUnusable: OnUnusable | undefined,
): Promise<void> {
  if (!onUnusable) return store(changes);
  for (const change of changes) {
    await store([change]).catch((error: unknown) => {
      if (storageProblemOf(error) !== null) throw error;
      onUnusable(error);
    });
  }
}
